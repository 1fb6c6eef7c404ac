"""General English: phrases that mean an operator, and words that may be passed over. No word of any database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rejoinder.sql.words import listed

Words: TypeAlias = tuple[str, ...]
Meaning: TypeAlias = tuple[str, str]


def _phrases(kind: str, arg: str, texts: str) -> dict[Words, Meaning]:
    return {tuple(text.split()): (kind, arg) for text in texts.split("|")}


OPERATORS: Mapping[Words, Meaning] = {
    # what is asked for
    **_phrases(
        "ask",
        "",
        "what|what is|what are|what was|what were|show|show me|list|give|give me|find|return|tell me|"
        "display|get|provide|who|who is|who are|please|i want|report|retrieve|select|identify|"
        "compute|calculate|determine|name all|can you|find out",
    ),
    **_phrases("ask", "which", "which"),
    **_phrases("ask", "when", "when"),
    **_phrases(
        "count",
        "",
        "how many|number of|the number of|count|count of|count the|count the number of|numbers of|"
        "total number of|the total number of|total count of|how many times",
    ),
    **_phrases("aggregate", "AVG", "average|mean|avg|on average"),
    **_phrases("aggregate", "SUM", "total|sum|sum of|total sum of|combined"),
    **_phrases("aggregate", "MAX", "maximum|max"),
    **_phrases("measure", "age", "how old"),
    **_phrases("measure", "height", "how tall"),
    **_phrases("measure", "weight", "how heavy"),
    **_phrases("measure", "price", "how expensive"),
    **_phrases("aggregate", "MIN", "minimum|min"),
    **_phrases("distinct", "", "different|distinct|unique"),
    # no rule takes these: their words mustn't be read as anything less
    **_phrases("beyond", "", "how much|different from|the same as|same as"),
    **_phrases(
        "everything",
        "",
        "all information|all the information|all details|all the details|information|details|"
        "everything|all info|all columns|all fields",
    ),
    # superlatives: the direction, then what is measured where no noun says so
    **_phrases("extreme", "DESC", "highest|largest|greatest|biggest|most|maximal"),
    **_phrases("extreme", "ASC", "lowest|smallest|fewest|least|minimal"),
    **_phrases("extreme", "DESC age", "oldest|eldest"),
    **_phrases("extreme", "ASC age", "youngest"),
    **_phrases("extreme", "DESC height", "tallest"),
    **_phrases("extreme", "DESC length", "longest"),
    **_phrases("extreme", "ASC length", "shortest"),
    **_phrases("extreme", "DESC weight", "heaviest"),
    **_phrases("extreme", "ASC weight", "lightest"),
    **_phrases("extreme", "DESC price", "most expensive|priciest|costliest|dearest"),
    **_phrases("extreme", "ASC price", "cheapest|least expensive"),
    **_phrases("extreme", "DESC time", "last|latest|most recent|newest|most recently"),
    **_phrases("extreme", "ASC time", "earliest|first"),
    **_phrases("extreme", "DESC speed", "fastest"),
    **_phrases("extreme", "ASC speed", "slowest"),
    **_phrases("common", "DESC", "most common|most frequent|most frequently|most often"),
    **_phrases("common", "ASC", "least common|least frequent|least often|rarest"),
    **_phrases("top", "DESC", "top"),
    **_phrases("top", "ASC", "bottom"),
    # comparisons
    **_phrases(
        "compare",
        ">",
        "more than|greater than|larger than|higher than|bigger than|above|over|exceeding|exceeds|"
        "exceed|in excess of|better than",
    ),
    **_phrases("compare", "<", "less than|fewer than|smaller than|lower than|below|under"),
    **_phrases(
        "compare",
        ">=",
        "at least|no less than|no fewer than|not less than|a minimum of",
    ),
    **_phrases("compare", "<=", "at most|no more than|not more than|up to|a maximum of"),
    **_phrases("compare", "> age", "older than"),
    **_phrases("compare", "< age", "younger than"),
    **_phrases("compare", "> height", "taller than"),
    **_phrases("compare", "> length", "longer than"),
    **_phrases("compare", "< length", "shorter than"),
    **_phrases("compare", "> weight", "heavier than"),
    **_phrases("compare", "< weight", "lighter than"),
    **_phrases("compare", "> price", "more expensive than"),
    **_phrases("compare", "< price", "cheaper than|less expensive than"),
    **_phrases("compare", "=", "equal to|equals|exactly|equal"),
    **_phrases("since", ">", "after|later than|newer than"),
    **_phrases("since", "<", "before|prior to|earlier than"),
    **_phrases("since", ">=", "since|on or after|starting from"),
    **_phrases("since", "<=", "until|till|by the end of|on or before|through"),
    **_phrases("upward", ">=", "or more|or higher|or later|or after|or above|or greater|or over|or older"),
    **_phrases(
        "upward",
        "<=",
        "or less|or fewer|or earlier|or before|or below|or lower|or under|or younger",
    ),
    **_phrases("or compare", ">", "or more than|or greater than|or higher than|or larger than"),
    **_phrases("or compare", "<", "or less than|or fewer than|or lower than|or smaller than"),
    **_phrases("between", "", "between"),
    **_phrases(
        "like",
        "contains",
        "containing|contains|contain|including the word|containing the word|that contain|"
        "contains the word|containing the substring|with the substring|include the substring|"
        "contain the substring|contains the substring|including the substring|contain the word|"
        "has the substring|have the substring|having the substring",
    ),
    **_phrases(
        "like",
        "starts",
        "starting with|starts with|start with|beginning with|begins with|begin with",
    ),
    **_phrases("like", "ends", "ending with|ends with|end with|ending in|ends in"),
    # negation, grouping, order
    **_phrases(
        "not",
        "",
        "not|no|without|never|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|haven't|hasn't|"
        "does not|do not|did not|is not|are not|has no|have no|other than|except|excluding|"
        "without any|do not have|does not have|did not have|has not|have not|do not have any|"
        "not have any|not any|no longer|neither|cannot|can't|has never|have never|was not|were not|"
        "had no",
    ),
    **_phrases(
        "each",
        "",
        "for each|per|for every|each|every|in each|of each|by each|from each|"
        "in every|of every|for each of the|grouped by|group by|broken down by|split by",
    ),
    **_phrases(
        "order",
        "",
        "ordered by|sorted by|order by|sort by|in order of|in the order of|order the results by|"
        "sorted in|arranged by|ranked by|sort the list by|sort the results by|sorted from|"
        "listed in|listed by|sort them by|order them by|ordered|sorted",
    ),
    **_phrases(
        "order",
        "ASC",
        "in ascending order of|in ascending order by|in increasing order of|ordered ascending by|"
        "in alphabetical order of|ordered alphabetically by|in ascending alphabetical order of|"
        "sorted in ascending order of",
    ),
    **_phrases(
        "order",
        "DESC",
        "in descending order of|in descending order by|in decreasing order of|ordered descending by|"
        "sorted in descending order of|in reverse alphabetical order of",
    ),
    **_phrases(
        "direction",
        "ASC",
        "ascending|ascending order|in ascending order|increasing order|in increasing order|"
        "from low to high|from lowest to highest|from the lowest to the highest|alphabetically|"
        "alphabetical order|in alphabetical order|from youngest to oldest|smallest first|"
        "from small to large|from least to most|from the youngest to the oldest|lowest first|"
        "oldest first|in lexicographical order|lexicographical order|from smallest to largest|"
        "from early to late|earliest first|from the earliest to the latest",
    ),
    **_phrases(
        "direction",
        "DESC",
        "descending|descending order|in descending order|decreasing order|highest first|"
        "in decreasing order|from high to low|from highest to lowest|largest first|"
        "from the highest to the lowest|from oldest to youngest|in reverse alphabetical order|"
        "from the oldest to the youngest|from large to small|most recent first|newest first|"
        "from largest to smallest|in reversed lexicographical order|from most to least|"
        "in reverse lexicographical order|latest first",
    ),
    # glue that the grammar needs to see
    **_phrases("mark", "of", "of|for all|among|among all|'s|out of all|out of"),
    **_phrases("mark", "in", "in|for|from|on|at|to|into|within|across|through|during|as"),
    **_phrases("mark", "by", "by"),
    **_phrases(
        "mark",
        "with",
        "with|having|that have|that has|who have|who has|which have|which has|have|has|had",
    ),
    **_phrases(
        "mark",
        "that",
        "that|who|where|that are|that is|who are|who is|which are|which is|that were|that was|"
        "in which|of which|to which|from which|for which|who were|who was|whom",
    ),
    **_phrases("mark", "whose", "whose"),
    **_phrases(
        "mark",
        "and",
        "and|&|as well as|and also|but|plus|along with|together with|and the|and their",
    ),
    **_phrases("mark", "also", "and what is|and what are|and their respective"),
    **_phrases("mark", "or", "or"),
    **_phrases("null", "", "missing|is missing|is empty|is null|is not known|is unknown|is blank"),
    **_phrases("idle", "", "his or her|he or she|him or her|her or his|at all"),
    **_phrases("mark", "both", "both|either"),
    **_phrases("mark", ",", ","),
    **_phrases("mark", ";", "?|.|;|:|!"),
}

_OPENINGS = frozenset(words[0] for words, (kind, _) in OPERATORS.items() if kind in ("ask", "count"))


def is_phrase(text: str) -> bool:
    """Whether a text is one of the phrases that mean an operator."""
    return tuple(text.lower().split()) in OPERATORS


def is_question(text: str) -> bool:
    """Whether a text opens as a question does."""
    return not _OPENINGS.isdisjoint(text.lower().split()[:1])


LONGEST_OPERATOR = max(map(len, OPERATORS))

FILLERS = listed(
    "a an the this that these those all any some there is are was were be been being it its they their them his her "
    "he she him do does did me us we you your our please just only respectively corresponding then also so such "
    "will would can could should may might must if out up whole entire overall following own ones given results ever "
    "respective list listing together along than about i my want know see named called itself themselves"
)
"""Words that change nothing about what is asked."""

RELATIONS = listed(
    "play plays played playing listed enroll enrolled register registered create created design designed build built "
    "live own belong contain include consist hold locate situate come own use make produce happen occur take place "
    "participate part appear work associate relate correspond exist record store say speak write give "
    "offer receive attend perform compete lived living lives owned owns owning belongs belonging belonged contained "
    "included includes consists held located situated came comes coming used uses using makes made making produced "
    "produces producing happened happens occurred occurs took takes taken taking takes participated participates "
    "participating appeared appears appearing worked works working associated related correspond exists recorded "
    "stored spoken speaks speaking written writes wrote offered offers offering received receives attended attends "
    "attending performed performs performing competed placed based got get gets gone went goes go put done doing did"
)
"""Verbs that only say that two things are connected, as a join does."""

NUMBERS: Mapping[str, int] = {
    word: value
    for value, word in enumerate(
        (
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
} | {"twenty": 20, "fifty": 50, "hundred": 100}

MEASURES: Mapping[str, tuple[tuple[str, bool], ...]] = {
    "age": (("age", True), ("birth", False), ("birthday", False), ("dob", False)),
    "height": (("height", True),),
    "length": (("length", True), ("duration", True)),
    "weight": (("weight", True),),
    "price": (("price", True), ("cost", True)),
    "time": (
        ("date", True),
        ("datetime", True),
        ("timestamp", True),
        ("time", True),
        ("year", True),
        ("at", True),
    ),
    "speed": (("speed", True),),
}
"""What an adjective measures: words of the columns that hold it, and whether more of it is more."""

ABBREVIATIONS: Mapping[str, tuple[Words, ...]] = {
    "fname": (("first", "name"),),
    "lname": (("last", "name"),),
    "mname": (("middle", "name"),),
    "surname": (("last", "name"),),
    "forename": (("first", "name"),),
    "dob": (("date", "of", "birth"), ("birth", "date")),
    "birthday": (("birth", "date"), ("date", "of", "birth")),
    "num": (("number",),),
    "nbr": (("number",),),
    "no": (("number",),),
    "qty": (("quantity",),),
    "amt": (("amount",),),
    "desc": (("description",),),
    "addr": (("address",),),
    "avg": (("average",),),
    "max": (("maximum",),),
    "min": (("minimum",),),
    "pct": (("percent",), ("percentage",)),
    "yr": (("year",),),
    "tel": (("telephone",), ("phone",)),
    "zip": (("postcode",), ("postal", "code"), ("zip", "code")),
    "postcode": (("zip",), ("zip", "code"), ("postal", "code")),
    "id": (("identifier",),),
}
"""What a word of a name stands for."""

SYNONYMS: Mapping[str, tuple[Words, ...]] = {
    "telephone": (("phone",),),
    "phone": (("telephone",),),
    "sex": (("gender",),),
    "gender": (("sex",),),
    "kind": (("type",),),
    "type": (("kind",),),
    "cost": (("price",),),
    "price": (("cost",),),
}
"""Other words for a word of a name: likely, and less so than the word itself."""

GENERIC_NAME_WORDS: Mapping[str, float] = {
    "name": 0.86,
    "title": 0.8,
    "code": 0.74,
    "number": 0.72,
    "id": 0.62,
    "text": 0.8,
    "value": 0.84,
    "type": 0.8,
    "date": 0.78,
    "time": 0.74,
    "address": 0.84,
    "level": 0.8,
    "amount": 0.86,
    "detail": 0.8,
    "description": 0.74,
    "status": 0.84,
    "is": 0.95,
    "on": 0.95,
    "at": 0.95,
}
"""What a name may say more than the question does, and how sure it then still is."""

TABLE_PARTS = listed("detail line")
"""Words of a table that may be a part of what the other words say: order details are of orders."""
TABLE_AFFIXES = listed("tbl table tab data info list record dim fact lookup lkp master tlu the") | TABLE_PARTS
UNITS = listed("year month day week quarter")
