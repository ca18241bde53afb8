"""The shapes of every answer of `keypeg.study`: the JSON that the study routes send and that `--json` prints.

Each kind of request has a module; start with `advice`. The types are typed dictionaries, from which Pydantic makes
JSON Schemas. Other modules import them for type checking alone, because Pydantic takes a tenth of a second to load.
"""

from keypeg.study.answers.advice import AdviceAnswer
from keypeg.study.answers.hints import HintAnswer
from keypeg.study.answers.lessons import LessonAnswer
from keypeg.study.answers.puzzles import PuzzleAnswer
from keypeg.study.answers.review import AlternativeAnswer, ReviewAnswer
from keypeg.study.answers.rules import RulesAnswer

__all__ = [
    "AdviceAnswer",
    "AlternativeAnswer",
    "HintAnswer",
    "LessonAnswer",
    "PuzzleAnswer",
    "ReviewAnswer",
    "RulesAnswer",
]
