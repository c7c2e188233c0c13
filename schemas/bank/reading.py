"""One tree to a bank: surroundings first, then topic by topic and item by item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from marshmallow import Schema, ValidationError

from question_bank.formats.tree import Data, Path, Tree
from question_bank.items import CompiledItem, compile_item
from question_bank.model import Bank, BankError, Issue, Item, Reference, Topic
from schemas.authored import schema_of
from schemas.bank.building import build_item, faults_of_ids, parts_of
from schemas.bank.contents import texts_of
from schemas.bank.files import RootSchema, TopicSchema
from schemas.bank.item import ItemSchema
from schemas.bank.partial import faults_of_broken
from schemas.bank.positions import placed
from schemas.faults import Fault, faults_of
from schemas.localized import Around, inside

MAX_ISSUES = 1000
AT_KEY = {"unknown_field", "name", "language"}  # faults of a key, not of what stands under it


@dataclass(slots=True)
class BankReader:
    """Reads one tree. `issues` and `compiled` fill up on the way."""

    tree: Tree
    issues: list[Issue] = field(default_factory=list)
    compiled: list[CompiledItem] = field(default_factory=list)

    def read(self) -> Bank | None:
        self.issues += self.tree.issues
        around = Around(languages=spoken(self.tree), references={})
        with inside(around):
            root = self.load(RootSchema, self.tree.data, ())
        bank = root.get("bank") or {}
        around = self.surroundings(replace(around, bank=bank.get("id", "")), root, ())
        topics = tuple(self.topics(around))
        if any(issue.severity == "error" for issue in self.issues):
            return None
        made = Bank(topics=topics, **bank)
        self.warn(made)
        return made

    def load(self, schema: type[Schema], data: Data, path: Path) -> dict[str, Any]:
        """What a schema makes of the data; of wrong data the fields that are right."""
        try:
            loaded: dict[str, Any] = schema_of(schema).load(data)  # type: ignore[arg-type]  # a map or refused
            return loaded
        except ValidationError as error:
            self.tell(path, faults_of(error.messages))
            return error.valid_data if isinstance(error.valid_data, dict) else {}

    def tell(self, path: Path, faults: Iterable[tuple[Path, Fault]]) -> None:
        for inner, wrong in faults:
            whole = (*path, *inner)
            issue = self.tree.issue(wrong.code, str(wrong), whole, at_key=wrong.code in AT_KEY)
            if wrong.line is not None:
                issue = self.tree.inside(issue, whole, wrong.line, wrong.column or 1)
            self.issues.append(issue)

    def surroundings(self, above: Around, data: Mapping[str, Any], path: Path) -> Around:
        """What the items below see, with the constants, functions and references given here."""
        for name in ("constants", "functions"):
            twice = data.get(name, {}).keys() & getattr(above, name).keys()
            wrong = [((name, key), Fault("duplicate", f"{key} is given above")) for key in twice]
            self.tell(path, wrong)
        references = dict(above.references or {})
        for id, given in data.get("references", {}).items():
            references[id] = Reference(id=id, **given)
        # References that could not be read are known all the same, or every use would be a fault.
        raw = self.tree.at((*path, "references"))
        for id in raw if isinstance(raw, dict) else ():
            references.setdefault(id, Reference(id, "", "", 0))
        return replace(
            above,
            constants={**above.constants, **data.get("constants", {})},
            functions={**above.functions, **data.get("functions", {})},
            references=references,
        )

    def topics(self, around: Around) -> Iterator[Topic]:
        entries = self.tree.at(("topics",))
        topic_ids = _Unique("topic", self)
        item_ids = _Unique("item", self)
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            path: Path = ("topics", index)
            if entry is None:
                continue  # its file could not be read, which is told
            topic_ids.see(path)
            topic = self.topic(entry, path, around, item_ids)
            if topic is not None:
                yield topic

    def topic(self, entry: Data, path: Path, around: Around, item_ids: _Unique) -> Topic | None:
        with inside(around):
            data = self.load(TopicSchema, entry, path)
        around = self.surroundings(replace(around, topic=data.get("id", "")), data, path)
        module = f"{around.bank}.{around.topic}"
        if around.bank and around.topic and data.get("module", module) != module:
            wrong = Fault("module", f"expected {module}, got {data['module']}")
            self.tell(path, [(("module",), wrong)])
        items = []
        for index, raw in enumerate(data.get("items", ())):
            if len(self.issues) > MAX_ISSUES:
                break  # nobody reads them all, and a hostile bank could make millions
            here = (*path, "items", index)
            item_ids.see(here)
            item = self.item(raw, here, around)
            if item is not None:
                items.append(item)
        if not {"id", "title", "summary"} <= data.keys():
            return None
        return Topic(data["id"], data["title"], data["summary"], tuple(items))

    def item(self, raw: Data, path: Path, around: Around) -> Item | None:
        """The item, compiled too; of one that is not in shape, whatever else is wrong with it."""
        with inside(around):
            try:
                data = schema_of(ItemSchema).load(raw)  # type: ignore[arg-type]  # or it is refused
            except ValidationError as error:
                self.tell(path, faults_of(error.messages))
                self.tell(path, faults_of_broken(raw))
                return None
        assert isinstance(raw, dict) and isinstance(data, dict)  # as the schema has found
        twice = faults_of_ids(raw, parts_of(data))
        self.tell(path, twice)
        if twice:
            return None
        item = build_item(data, around)
        try:
            self.compiled.append(compile_item(item))
        except BankError as error:
            self.issues += [placed(self.tree, path, item, issue) for issue in error.issues]
        self.warn_of_gaps(item, path, around)
        return item

    def warn_of_gaps(self, item: Item, path: Path, around: Around) -> None:
        """Texts that lack a language. Titles and prompts must not; others fall back."""
        for where, text in texts_of(item):
            lacking = [lang for lang in around.languages if text and lang not in text]
            if lacking:
                message = f"this text is missing in {', '.join(lacking)}"
                issue = Issue("missing_language", message, where, severity="warning")
                self.issues.append(placed(self.tree, path, item, issue))

    def warn(self, bank: Bank) -> None:
        """Of constants and functions that no item uses."""
        for index, topic in enumerate(bank.topics):
            self.warn_of_unused(("topics", index), topic.items)
        self.warn_of_unused((), bank.items)

    def warn_of_unused(self, path: Path, items: Sequence[Item]) -> None:
        for name in ("constants", "functions"):
            given = self.tree.at((*path, name))
            used = {key for item in items for key in getattr(item, name)}
            for key in given if isinstance(given, dict) else ():
                if key not in used:
                    issue = self.tree.issue("unused", f"no item uses {key}", (*path, name, key))
                    self.issues.append(replace(issue, severity="warning"))


def spoken(tree: Tree) -> tuple[str, ...]:
    """The bank's languages as far as they can be read, so that every text can be judged by them."""
    languages = tree.at(("bank", "languages"))
    members = languages if isinstance(languages, list) else []
    return tuple(lang for lang in members if isinstance(lang, str))


@dataclass(slots=True)
class _Unique:
    """Ids seen so far; tells of one that comes twice."""

    kind: str
    reader: BankReader
    seen: dict[str, Path] = field(default_factory=dict)

    def see(self, path: Path) -> None:
        """Looks at the id of what stands at `path`, be it in shape or not."""
        tree = self.reader.tree
        id = tree.at((*path, "id"))
        if not isinstance(id, str):
            return
        if id in self.seen:
            first = tree.issue("", "", (*self.seen[id], "id"))
            message = f"the {self.kind} {id!r} stands already in {first.file}, line {first.line}"
            self.reader.tell(path, [(("id",), Fault("duplicate", message))])
        self.seen.setdefault(id, path)
