"""No text of a bank can bring a script, a foreign address or a style into a page."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from question_bank.texts import TextError, compile_inline, compile_text
from question_bank.texts.sanitizing import ATTRIBUTES, TAGS, sanitize

PAYLOADS = [
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></sCrIpT>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<object data='data:text/html,<script>alert(1)</script>'></object>",
    "<embed src='javascript:alert(1)'>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='  javascript:alert(1)'>x</a>",
    "<body onload=alert(1)>",
    "<math href='javascript:alert(1)'><mi>x</mi></math>",
    "<math><mtext><script>alert(1)</script></mtext></math>",
    "<math><annotation-xml encoding='text/html'><script>alert(1)</script></annotation-xml></math>",
    "<math><maction actiontype='statusline' xlink:href='javascript:alert(1)'>x</maction></math>",
    "<math><mglyph src='javascript:alert(1)'></math>",
    "<math><mtext><table><mglyph><style><!--</style><img src onerror=alert(1)>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<style>*{background:url(//evil.example)}</style>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<base href='//evil.example/'>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<template><script>alert(1)</script></template>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[><script>alert(1)</script>]]>",
    '"><script>alert(1)</script>',
    "' onmouseover='alert(1)",
    '" onmouseover="alert(1)',
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "<p style='position:fixed;inset:0'>x</p>",
    "<span class='verdict-correct' id='score'>x</span>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](vbscript:msgbox(1))",
    '[x](https://a.b/"onmouseover="alert(1))',
    "[x](https://a.b 'title\" onmouseover=\"alert(1)')",
    '<https://a.b/"onmouseover=alert(1)>',
    "<javascript:alert(1)>",
    "![x](javascript:alert(1))",
    "[x]: javascript:alert(1)\n\n[x]",
    '```" onmouseover=alert(1)\nx\n```',
    "```html\n<script>alert(1)</script>\n```",
    r"$\text{<script>alert(1)</script>}$",
    r"$\href{javascript:alert(1)}{x}$",
    r"$\text{\</mtext><script>alert(1)</script>}$",
    r"$<script>alert(1)</script>$",
    r"$\unicode{x3c}script\unicode{x3e}$",
    r"$\style{background:url(//evil.example)}{x}$",
    r"$\class{a" + '"' + r" onload=alert(1)}{x}$",
    r"$\color{red" + '"' + r" href=" + '"' + r"javascript:alert(1)}{x}$",
    r"$\operatorname{a}<img src=x onerror=alert(1)>$",
    r"$\begin{array}{l" + '"' + r"onload=alert(1)}x\end{array}$",
    r"$\mathrm{&#60;script&#62;}$",
    r"$\hspace{1em" + '"' + r" onload=alert(1)}$",
    r"$\rule{1em}{1em" + '"' + r" onload=alert(1)}$",
]
WRAPPINGS = [
    "{}",
    "a **{}** b",
    "- {}",
    "> {}",
    "|a|\n|-|\n|{}|",
    "`{}`",
    r"$\text{{{}}}$",
    "$x {} y$",
]


class Reader(HTMLParser):
    """Everything a browser would make of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def assert_safe(html: str) -> None:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.comments == []
    for tag, attributes in reader.found:
        assert tag in TAGS
        assert set(attributes) <= ATTRIBUTES.get(tag, set()) | ({"rel"} if tag == "a" else set())
        assert (attributes.get("href") or "https://").startswith(("http://", "https://"))
        assert (attributes.get("class") or "language-").startswith("language-")


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_an_attack_is_shown_as_text_or_refused(payload, wrapping):
    for compile_one in (compile_text, compile_inline):
        try:
            template = compile_one(wrapping.format(payload), [])
        except TextError:
            continue

        assert_safe(template.html({}, "en"))


@pytest.mark.parametrize("payload", PAYLOADS)
def test_the_sanitizer_alone_lets_no_attack_through(payload):
    try:
        cleaned = sanitize(payload)
    except TextError:
        return

    assert_safe(cleaned)


def test_html_in_prose_is_shown_as_it_is_written():
    assert compile_text("<b>x</b>").html({}, "en") == "<p>&lt;b&gt;x&lt;/b&gt;</p>"


def test_a_text_that_would_lose_words_is_refused():
    with pytest.raises(TextError, match="would be lost"):
        sanitize("<p>kept<script>lost</script></p>")
