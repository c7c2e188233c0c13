"""The words of the interface in every language it speaks, in one table.

Where a sentence bends with a number, the number is named `n` and the table holds one sentence
for each plural category of the language. Texts of items are not here: they come from the bank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction

from babel import Locale

from question_bank.printing import print_number

LANGUAGES = {"en": "English", "ru": "Русский"}  # each in its own words
FALLBACK = "en"

Words = str | Mapping[str, str]  # a sentence, or one for each plural category of the language

MESSAGES: Mapping[str, Mapping[str, Words]] = {
    # --- every page
    "skip": {"en": "Skip to the content", "ru": "Перейти к содержанию"},
    "language": {"en": "Language", "ru": "Язык"},
    "appearance": {"en": "Appearance", "ru": "Оформление"},
    "theme.auto": {"en": "As the system", "ru": "Как в системе"},
    "theme.light": {"en": "Light", "ru": "Светлое"},
    "theme.dark": {"en": "Dark", "ru": "Тёмное"},
    "shortcuts": {
        "en": "Keyboard shortcuts: 1–9 pick an option, Enter checks",
        "ru": "Клавиши: 1–9 выбирают вариант ответа, Enter проверяет",
    },
    "about": {
        "en": "Free software. No account, no cookies, nothing loaded from other sites.",
        "ru": "Свободная программа. Без регистрации, без cookie, без обращений к чужим сайтам.",
    },
    "api": {"en": "API", "ru": "API"},
    "unit.minutes": {"en": "about {n} min", "ru": "около {n} мин"},
    "count.items": {
        "en": {"one": "{n} item", "other": "{n} items"},
        "ru": {"one": "{n} задание", "few": "{n} задания", "many": "{n} заданий"},
    },
    "count.numeric": {
        "en": "{n} to calculate",
        "ru": {"one": "{n} расчётное", "few": "{n} расчётных", "many": "{n} расчётных"},
    },
    "count.choice": {"en": "{n} multiple-choice", "ru": "{n} с выбором ответа"},
    "count.points": {
        "en": {"one": "{n} point", "other": "{n} points"},
        "ru": {"one": "{n} балл", "few": "{n} балла", "many": "{n} баллов", "other": "{n} балла"},
    },
    "kind.numeric": {"en": "to calculate", "ru": "расчёт"},
    "kind.choice": {"en": "multiple choice", "ru": "выбор ответа"},
    "difficulty": {"en": "Difficulty", "ru": "Сложность"},
    "difficulty.easy": {"en": "easy", "ru": "лёгкие"},
    "difficulty.medium": {"en": "medium", "ru": "средние"},
    "difficulty.hard": {"en": "hard", "ru": "трудные"},
    "level.easy": {"en": "easy", "ru": "лёгкое"},
    "level.medium": {"en": "medium", "ru": "среднее"},
    "level.hard": {"en": "hard", "ru": "трудное"},
    "untranslated": {
        "en": "This text is not available in English yet.",
        "ru": "Этого текста пока нет на русском.",
    },
    # --- home
    "home.title": {"en": "Practice", "ru": "Упражнения"},
    "home.lead": {
        "en": "Pick a topic and work through it item by item. Numbers are drawn afresh for you, "
        "every answer tells how it was read, and every verdict comes with its reason.",
        "ru": "Выберите тему и пройдите её задание за заданием. Числа подбираются для вас заново, "
        "каждый ответ показывает, как он прочитан, а каждая оценка сопровождается объяснением.",
    },
    "home.open": {"en": "Open", "ru": "Открыть"},
    "home.empty.title": {"en": "No bank is loaded yet", "ru": "Банк заданий ещё не загружен"},
    "home.empty.text": {
        "en": "A bank is a set of items in plain text files. Load the bundled one on the server, "
        "then reload this page:",
        "ru": "Банк — это набор заданий в текстовых файлах. Загрузите на сервере тот, что идёт "
        "в комплекте, и обновите страницу:",
    },
    # --- topic
    "topic.five": {"en": "The first five items", "ru": "Первые пять заданий"},
    "topic.all": {"en": "The items", "ru": "Задания"},
    "topic.start": {"en": "Start practising", "ru": "Начать тренировку"},
    "topic.open": {
        "en": {"one": "{n} item, open to anyone", "other": "{n} items, open to anyone"},
        "ru": {
            "one": "{n} задание, открыто для всех",
            "few": "{n} задания, открыты для всех",
            "many": "{n} заданий, открыты для всех",
        },
    },
    "topic.rest": {
        "en": {
            "one": "{n} more item is used in drills that a course sets.",
            "other": "{n} more items are used in drills that a course sets.",
        },
        "ru": {
            "one": "Ещё {n} задание используется в тренировках, которые назначает курс.",
            "few": "Ещё {n} задания используются в тренировках, которые назначает курс.",
            "many": "Ещё {n} заданий используются в тренировках, которые назначает курс.",
        },
    },
    "topic.note": {
        "en": "Nothing you type is tied to your name. The address of the page is the only way "
        "back to your practice: keep it if you want to go on later.",
        "ru": "Ответы не связаны с вашим именем. Вернуться к начатому можно только по адресу "
        "страницы: сохраните его, если хотите продолжить позже.",
    },
    "topic.empty": {
        "en": "This topic has no published items yet. New items appear once their checks are done.",
        "ru": "В этой теме пока нет опубликованных заданий. Они появятся после проверки.",
    },
    # --- item
    "progress": {"en": "Item {n} of {total}", "ru": "Задание {n} из {total}"},
    "progress.done": {"en": "{done} of {total} answered", "ru": "Отвечено {done} из {total}"},
    "map": {"en": "Items of this practice", "ru": "Задания этой тренировки"},
    "state.answered": {"en": "answered", "ru": "отвечено"},
    "state.unseen": {"en": "not answered", "ru": "нет ответа"},
    "state.draft": {"en": "begun", "ru": "начато"},
    "state.correct": {"en": "correct", "ru": "верно"},
    "state.partly": {"en": "partly correct", "ru": "частично верно"},
    "state.wrong": {"en": "not correct", "ru": "неверно"},
    "map.item": {"en": "Item {n}: {state}", "ru": "Задание {n}: {state}"},
    "variant.n": {"en": "variant {n}", "ru": "вариант {n}"},
    "pick.one": {"en": "Pick one.", "ru": "Выберите один ответ."},
    "pick.many": {"en": "Pick every option that holds.", "ru": "Отметьте все верные ответы."},
    "accuracy": {"en": "Accuracy: {text}", "ru": "Точность: {text}"},
    "digits": {
        "en": "at least {n} significant digits",
        "ru": "значащих цифр не меньше {n}",
    },
    "unit.in": {"en": "in {unit}", "ru": "в единицах: {unit}"},
    "hint": {"en": "Hint {n}", "ru": "Подсказка {n}"},
    "table": {"en": "Table of answers", "ru": "Таблица ответов"},
    "check": {"en": "Check", "ru": "Проверить"},
    "skip.item": {"en": "Skip", "ru": "Пропустить"},
    "next": {"en": "Next item", "ru": "Следующее задание"},
    "finish": {"en": "Finish", "ru": "Завершить"},
    "variant.another": {"en": "Another variant", "ru": "Другой вариант"},
    "again": {"en": "Answer again", "ru": "Ответить ещё раз"},
    "help.title": {"en": "How numbers may be typed", "ru": "Как можно записывать числа"},
    "help.plain": {
        "en": "Point or comma as the decimal sign",
        "ru": "Десятичный знак — запятая или точка",
    },
    "help.power": {"en": "Powers of ten", "ru": "Степени десяти"},
    "help.words": {"en": "Short and long multipliers", "ru": "Множители словами и буквами"},
    "help.ratio": {"en": "Fractions and percent", "ru": "Дроби и проценты"},
    "help.group": {"en": "Thousands set apart", "ru": "Тысячи через пробел"},
    "help.unit": {
        "en": "Your own unit, if you prefer",
        "ru": "Своя единица, если так удобнее",
    },
    "help.free": {
        "en": "What cannot be read is never counted as wrong: you are told and asked again.",
        "ru": "Нечитаемый ответ не считается ошибкой: вам скажут об этом и спросят снова.",
    },
    # --- what happened to an answer
    "echo": {"en": "Read as {text}", "ru": "Прочитано как {text}"},
    "echo.asks": {
        "en": "This can be read in two ways; you will be asked which one you mean.",
        "ru": "Это можно прочитать двояко; мы спросим, что имелось в виду.",
    },
    "ask": {"en": "Which number do you mean?", "ru": "Какое число имелось в виду?"},
    "ask.note": {
        "en": "Both readings are possible. Nothing has been graded yet.",
        "ru": "Возможны оба прочтения. Ответ ещё не оценён.",
    },
    "ask.text": {
        "en": "A number can be read in two ways. Say below which one you mean; no attempt is used.",
        "ru": "Число можно прочитать двояко. Укажите ниже, какое имелось в виду; "
        "попытка не потрачена.",
    },
    "ask.thousands": {"en": "{text} (thousands)", "ru": "{text} (тысячи)"},
    "ask.decimal": {"en": "{text} (decimal)", "ru": "{text} (дробь)"},
    "unread.title": {
        "en": "Not graded yet",
        "ru": "Ответ пока не оценён",
    },
    "unread.text": {
        "en": "Something could not be read. Your other answers are kept, and no attempt is used.",
        "ru": "Часть ответа не удалось прочитать. Остальное сохранено, попытка не потрачена.",
    },
    "empty.choice": {"en": "Pick an option.", "ru": "Выберите ответ."},
    "empty.numeric": {"en": "Type a number.", "ru": "Введите число."},
    "verdict.correct": {"en": "Correct", "ru": "Верно"},
    "verdict.partly": {"en": "Partly correct", "ru": "Частично верно"},
    "verdict.wrong": {"en": "Not correct", "ru": "Неверно"},
    "verdict.answered": {"en": "Your answer is saved", "ru": "Ответ сохранён"},
    "verdict.unreadable": {"en": "Not readable", "ru": "Не читается"},
    "verdict.ask": {"en": "Two readings", "ru": "Два прочтения"},
    "score": {"en": "{given} of {maximum} points", "ru": "Баллы: {given} из {maximum}"},
    "your.pick": {"en": "your choice", "ru": "ваш выбор"},
    "option.right": {"en": "Right", "ru": "Верно"},
    "option.wrong": {"en": "Does not hold", "ru": "Не подходит"},
    "option.partly": {"en": "Partly right", "ru": "Отчасти верно"},
    "solution": {"en": "Worked solution", "ru": "Подробное решение"},
    "answers": {"en": "Answers", "ru": "Ответы"},
    "accepted": {"en": "accepted: {text}", "ru": "принимается: {text}"},
    "references": {"en": "References", "ru": "Источники"},
    "section": {"en": "section {text}", "ru": "раздел {text}"},
    "seed": {"en": "Seed", "ru": "Зерно"},
    # --- finishing
    "finish.title": {"en": "Finish this practice?", "ru": "Завершить тренировку?"},
    "finish.open": {
        "en": {"one": "{n} item has no answer yet.", "other": "{n} items have no answer yet."},
        "ru": {
            "one": "{n} задание пока без ответа.",
            "few": "{n} задания без ответа.",
            "many": "{n} заданий без ответа.",
        },
    },
    "finish.ready": {"en": "Every item is answered.", "ru": "На все задания есть ответ."},
    "finish.back": {"en": "Go on practising", "ru": "Продолжить"},
    "finish.now": {"en": "Finish and see the result", "ru": "Завершить и увидеть результат"},
    "finish.note": {
        "en": "After that the answers can be read, but not changed.",
        "ru": "После этого ответы можно посмотреть, но не изменить.",
    },
    # --- result
    "result.title": {"en": "Result", "ru": "Результат"},
    "result.best": {
        "en": "The best score of each item counts.",
        "ru": "По каждому заданию учитывается лучший результат.",
    },
    "result.last": {
        "en": "The last score of each item counts.",
        "ru": "По каждому заданию учитывается последний результат.",
    },
    "result.first": {
        "en": "The first score of each item counts.",
        "ru": "По каждому заданию учитывается первый результат.",
    },
    "result.average": {
        "en": "The average score of each item counts.",
        "ru": "По каждому заданию учитывается средний результат.",
    },
    "result.of": {"en": "{given} of {maximum}", "ru": "{given} из {maximum}"},
    "result.items": {"en": "Item by item", "ru": "По заданиям"},
    "result.item": {"en": "Item", "ru": "Задание"},
    "result.state": {"en": "Verdict", "ru": "Оценка"},
    "result.points": {"en": "Points", "ru": "Баллы"},
    "result.review": {"en": "Look at it again", "ru": "Посмотреть ещё раз"},
    "result.again": {"en": "Practise again with new numbers", "ru": "Ещё раз с новыми числами"},
    "result.topics": {"en": "All topics", "ru": "Все темы"},
    "result.none": {
        "en": "Nothing is answered yet. Go back to any item and try it.",
        "ru": "Пока нет ни одного ответа. Вернитесь к любому заданию и попробуйте.",
    },
    # --- when something is not as it should be
    "error.code": {"en": "Code for support:", "ru": "Код для поддержки:"},
    "error.back": {"en": "To all topics", "ru": "Ко всем темам"},
    "error.404.title": {"en": "There is no such page", "ru": "Такой страницы нет"},
    "error.404.text": {
        "en": "The address may be mistyped, or the topic was renamed.",
        "ru": "Возможно, адрес набран с ошибкой или тему переименовали.",
    },
    "error.attempt.title": {"en": "This practice is not here", "ru": "Эта тренировка не найдена"},
    "error.attempt.text": {
        "en": "Its address may be cut short. Copy it whole, or start a new one: it takes one "
        "click.",
        "ru": "Возможно, адрес скопирован не полностью. Скопируйте его целиком или начните новую: "
        "это один щелчок.",
    },
    "error.closed.title": {"en": "This practice is finished", "ru": "Тренировка завершена"},
    "error.closed.text": {
        "en": "Its answers can be read, but not changed any more.",
        "ru": "Ответы можно посмотреть, но изменить уже нельзя.",
    },
    "error.empty.title": {"en": "Nothing to practise here yet", "ru": "Здесь пока нечего решать"},
    "error.empty.text": {
        "en": "None of this topic's items is ready. They appear once their checks are done.",
        "ru": "Ни одно задание темы ещё не готово. Они появятся после проверки.",
    },
    "error.broken.title": {"en": "These numbers are unfit", "ru": "Эти числа не годятся"},
    "error.broken.text": {
        "en": "The variant failed a check and was withdrawn. It does not count. Take a fresh one.",
        "ru": "Вариант не прошёл проверку и отозван. Он не засчитывается. Возьмите новый.",
    },
    "error.broken.fresh": {"en": "Take a fresh variant", "ru": "Взять новый вариант"},
    "error.refused.title": {"en": "That did not work", "ru": "Не получилось"},
    "error.refused.text": {
        "en": "The service refused the request. Go back and try again.",
        "ru": "Сервис отклонил запрос. Вернитесь и попробуйте ещё раз.",
    },
    "error.429.title": {"en": "One moment, please", "ru": "Минутку"},
    "error.429.text": {
        "en": "Too many requests came from your address. Wait a little and go on.",
        "ru": "С вашего адреса пришло слишком много запросов. Немного подождите и продолжайте.",
    },
    "error.503.title": {"en": "The service is resting", "ru": "Сервис временно недоступен"},
    "error.503.text": {
        "en": "The database does not answer. Nothing you sent before is lost. "
        "Reload the page in a minute.",
        "ru": "База данных не отвечает. Всё отправленное ранее сохранено. "
        "Обновите страницу через минуту.",
    },
    "error.500.title": {"en": "Something broke on our side", "ru": "У нас что-то сломалось"},
    "error.500.text": {
        "en": "It is not your fault, and what you sent before is kept. Reload the page.",
        "ru": "Это не ваша вина; всё отправленное ранее сохранено. Обновите страницу.",
    },
    # --- said by the script
    "js.saved": {"en": "Draft saved", "ru": "Черновик сохранён"},
    "js.saving": {"en": "Saving…", "ru": "Сохраняется…"},
    "js.unsent": {
        "en": "Not sent. Your answer is kept on this page and will be sent when the "
        "connection is back.",
        "ru": "Не отправлено. Ответ хранится на этой странице и будет отправлен, "
        "когда связь вернётся.",
    },
}


def speak(key: str, lang: str, **values: object) -> str:
    """The words under `key` with `values` filled in, numbers printed as the language writes them.

    KeyError for words nobody wrote.
    """
    words = MESSAGES[key][lang]
    if not isinstance(words, str):
        words = words[plural(values["n"], lang)]
    return words.format(**{name: _printed(value, lang) for name, value in values.items()})


def plural(number: object, lang: str) -> str:
    """The plural category of a whole number or fraction."""
    exact = Fraction(str(number))
    return Locale.parse(lang).plural_form(Decimal(exact.numerator) / Decimal(exact.denominator))


def _printed(value: object, lang: str) -> object:
    """A number to two decimals: nobody reads two thirds of a point as 0.666667."""
    if not isinstance(value, int | Fraction):
        return value
    return print_number(round(Fraction(value), 2), "", lang).text


def pick_language(asked: str | None, accepted: Iterable[str] = ()) -> str:
    """The first language the interface speaks: of the one asked for, then the browser's."""
    for tag in (asked, *accepted):
        primary = (tag or "").replace("_", "-").split("-")[0].lower()
        if primary in LANGUAGES:
            return primary
    return FALLBACK
