// Written by tools/web_types.py from the schemas that the server publishes. Do not edit.

/** The breaker lets the round stand in spite of a wrong mark. */
export type Accepted = {
  event: 'accepted'
  /** The number of a seat, from 1. */
  seat: number
}

/** An action in the match. */
export type ActionEvent = {
  type: 'event'
  number: number
  timestamp: number
  events: (RoundBegan | CodeSet | Dealt | GuessPlaced | RowOpened | MarkGiven | Claimed | Called | Answered | SeatLeft | RoundRevealed | Accepted | RoundEnded | MatchEnded)[]
  /** The number of a seat, or 0 for the table itself. */
  seat: number
  /** The idempotency key: an action sent twice with the same key counts once. */
  key?: string
  /** The state after the action, with all boards if a round has begun. */
  now: SharedFields | NewRound
  own: OwnFields
  commitments?: Commitment[]
  reveals?: Reveal[]
}

/** Takes an action in the match. */
export type ActionMessage = {
  type: 'action'
  /** As records write it: `guess RBYG`. */
  action: string
  /** The idempotency key: an action sent twice with the same key counts once. */
  key: string
}

/** Takes an action in the match. */
export type ActionRequest = {
  /** The number of a seat, from 1. */
  seat: number
  /** As records write it: `code RRBY`, `guess RBYG`, `mark 2,1`, `call`, `resign`. */
  action: string
  /** The idempotency key: an action sent twice with the same key counts once. */
  key: string
}

/** The request is done, and stored. */
export type ActionStored = {
  /** The number of the entry in the table's log. */
  number: number
}

/** A player's admission to a table. */
export type Admission = {
  table: string
  /** The number of the player at the table, from 1. */
  player: number
  /** Identifies the player in later requests: `Authorization: Bearer …`. It is also set as a cookie. */
  token: string
  links?: Links | null
}

export type AdviceAnswer = FullAdvice | ContradictionAdvice

/** Asks for the best next guess on a board. */
export type AdviceQuery = {
  edition: string
  /** Each is a guess and its mark, such as `RRBB:1b2w`; several marks are separated by commas. */
  rows?: string[]
  /** The seat that guesses; by default the last one. */
  seat?: number | null
  /** Where parts are dealt, the part of the seat: `R....`. */
  own?: string | null
  /** A guess to compare with the best one. */
  guess?: string | null
  /** Time limit of the computation, in seconds. */
  seconds?: number
}

/** The key was used before for the same action, whose event is not sent again. */
export type AlreadyDone = {
  type: 'done'
  /** The idempotency key: an action sent twice with the same key counts once. */
  key: string
  number: number
}

/** The value of another guess in place of a row. */
export type AlternativeAnswer = {
  /** Null where that cannot be computed. */
  comparison: ComparedGuesses | null
}

/** Asks for the value of another guess in place of a row. */
export type AlternativeQuery = {
  /** The match as a record, as `/api/tables/{table}/record` returns it. */
  record: string
  /** The number of the round. */
  round: number
  /** Which playing of the round, if it was replayed. */
  attempt?: number
  /** The seat that placed the row. */
  seat: number
  /** The number of the row on its board. */
  row: number
  guess: string
  /** Time limit of the computation, in seconds. */
  seconds?: number
}

/** The caller answers. */
export type Answered = {
  event: 'answered'
  /** The number of a seat, from 1. */
  seat: number
  /** One letter for each peg, a full stop for a blank. */
  code: string
  /** Whether the answer is the code. */
  right: boolean
}

/** The best guess in place of a row. */
export type BestGuess = {
  /** One letter for each peg, a full stop for a blank. */
  guess: string
  /** Null where it was not computed. */
  partition_summary: PartitionSummary | null
}

/** A board during a round, as the viewer sees it. */
export type Board = {
  breakers: number[]
  makers: number[]
  rows: Row[]
  broken: boolean
  /** The holes of a row. */
  holes: number
  /** Seats that have placed a guess here which is still hidden. */
  placed: number[]
}

/** What is certain from a seat's own view, column by column. */
export type BoardCertainties = {
  codes_left: number
  /** How many codes there are at the start. */
  codes_at_start: number
  ordered: boolean
  /** One for each hole; one for all of them where order does not count; none where no code fits. */
  columns: CertaintyColumn[]
}

/** Hints for the next guess on a board. */
export type BoardHints = {
  /** How many candidates there are. */
  codes_left: number
  /** Why the marks cannot all be right; null if some code fits. */
  wrong: Conflict | null
  /** Null if no code fits. */
  certain: CertainPegs | null
  /** Null if no code fits, or if finding one takes too much work. */
  good: HintedGuess | null
}

/** A board in words. */
export type BoardSentences = {
  rows: string[]
  wrong: string[]
  conflict: string[]
  sum: string[]
}

/** Whether to call. */
export type CallAdvice = {
  /** Whether to call now. */
  now: boolean
  /** One letter for each peg, a full stop for a blank. */
  code: string
  /** How likely it is. */
  right: number
  /** The chance to win without calling now. */
  waiting: number | null
}

/** A player calls, or passes. */
export type Called = {
  event: 'called' | 'passed'
  /** The number of a seat, from 1. */
  seat: number
}

/** A colour that is in every candidate. */
export type CertainColour = {
  /** The letter of a colour, or a full stop for a blank. */
  colour: string
  /** How often it is there at least. */
  least: number
}

/** What all candidates have in common. */
export type CertainPegs = {
  /** For each hole the colour that must be there; null where several can be, or where order does not count. */
  holes: (string | null)[]
  /** The colours that every candidate has. */
  inside: CertainColour[]
  /** The colours that no candidate has. */
  outside: string[]
}

/** The colours that are certain to be in a hole, and those that are certain not to be. */
export type CertaintyColumn = {
  in: string[]
  out: string[]
}

/** Whether a code fits all rows of a lesson. */
export type CheckedCode = {
  fits: boolean
  /** The rows that it does not fit. */
  rows: number[]
  sentence: string
  /** Why it does not fit these rows. */
  reasons: string[]
}

/** A seat claims that a mark is wrong. */
export type Claimed = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  event: 'claimed'
  /** The number of a seat, from 1. */
  seat: number
  /** Whether the claim is right. */
  holds: boolean
}

export type ClientFrame = ActionMessage | PingMessage

/** A code is set; only its maker sees it. */
export type CodeSet = {
  event: 'code-set'
  /** The number of a seat, from 1. */
  seat: number
  /** Null for a viewer who may not see it. */
  code: string | null
}

/** A colour of an edition. */
export type Colour = {
  /** Its letter in codes. */
  letter: string
  /** Its identifier, such as `red`. */
  name: string
}

/** How many candidates have each colour, by the number of its peg: 0 for a blank, then the palette in order. */
export type ColourCounts = {
  /** For each hole; null where order does not count. */
  holes: number[][] | null
  anywhere: number[]
}

/** The published hash of a seat's secret in a round: the SHA-256 of `SALT:CODE`. */
export type Commitment = {
  round: number
  attempt: number
  /** The number of a seat, from 1. */
  seat: number
  hash: string
}

/** Another guess beside the one that was played, and the best. */
export type ComparedGuesses = {
  currency: 'guesses' | 'chance' | 'points'
  alternative: GuessValue
  played: GuessValue
  best: GuessValue
}

/** Marks that cannot all be right. */
export type Conflict = {
  /** A smallest set of rows that contradict each other. */
  rows: number[]
  /** The corrections after which some code fits. */
  changes: Correction[]
}

/** An earlier row that a guess contradicts. */
export type ContradictedRow = {
  /** The number of the earlier row. */
  row: number
  /** The mark that the row was given. */
  given: KeyPegs | NumberCard
  /** The mark that the row would have earned if the guess were the code. */
  earned: KeyPegs | NumberCard
}

/** Advice on a board that no code fits. */
export type ContradictionAdvice = {
  rows: EnteredRow[]
  codes_left: 0
  changes: Correction[]
  /** The number of a seat, from 1. */
  seat: number
  space: Space
  makers: number
  marks: ((KeyPegs | NumberCard)[])[]
}

/** A mark that a row could have been given instead. */
export type CorrectedMark = {
  /** A mark as records write it: `2b1w` or `3`; marks of several, with commas. */
  notation: string
  /** How many codes fit then. */
  codes_left: number
}

/** Rows that must be marked otherwise for some code to fit. */
export type Correction = {
  /** The numbers of these rows. */
  rows: number[]
  /** How many codes fit all other rows. */
  codes_left: number
  /** Where one row is enough: the marks that it could have been given; the one that most codes fit comes first. */
  marks: CorrectedMark[]
}

/** A mark that a guess can earn, and how many candidates would earn it. */
export type CountedCell = {
  /** A mark as records write it: `2b1w` or `3`; marks of several, with commas. */
  notation: string
  codes_left: number
  /** Whether the mark says that the guess is the code. */
  solved: boolean
}

/** How the players on this server have fared with a daily code on its day. */
export type DailyDistribution = {
  /** Such as 2026-11-16. */
  day: string
  /** The edition and its options in one line, such as `classic`. */
  edition: string
  /** The players who found the code, by the number of guesses, the fewest first. */
  by_guesses: PlayersByGuesses[]
  /** How many played to the end without finding it. */
  not_found: number
}

/** The daily codes and the daily puzzle of a day (UTC). */
export type DailyGames = {
  /** Such as 2026-11-16. */
  day: string
  /** The earliest day whose codes can still be played. */
  first_day: string
  /** When the next day begins, in milliseconds since 1970. */
  next_day_at: number
  /** The editions that have a daily code. */
  editions: string[]
  /** The edition of the daily puzzle. */
  puzzle: string
}

/** Opens a table for the daily code. */
export type DailyTableRequest = {
  /** The edition and its options in one line, such as `classic`. */
  edition: string
  /** The player's name at the table; a player without one is called `Guest 1`. */
  name?: string
  /** The day (UTC), by default today. */
  day?: string | null
}

/** Parts are dealt; each seat sees its own. */
export type Dealt = {
  event: 'dealt'
  /** The parts of each seat; null for those that the viewer may not see. */
  parts: (string | null)[]
}

/** A choice that an edition offers. */
export type EditionOption = {
  /** Its name in commands and links, such as `rows`. */
  name: string
  /** A number, a flag (`no` or `yes`), or a choice. */
  kind: 'number' | 'flag' | 'choice'
  /** The value if none is chosen. */
  default: string
  /** The allowed values; empty for a number. */
  values: string[]
  /** The allowed numbers; null where `values` lists what is allowed. */
  range: NumberRange | null
  /** The option in a few words. */
  label: string
  /** Each value in a few words, by value; empty for a number. */
  labels: Record<string, string>
  /** What each value means, in a sentence, by value; empty for a number. */
  meanings: Record<string, string>
}

/** The rules of an edition whose options are chosen. */
export type EditionRules = {
  id: string
  /** The edition with its options, such as `classic~rows_12`. */
  edition: string
  /** The options that differ from the default. */
  options: Record<string, string>
  seats: number
  holes: number
  /** The holes of the code that each seat guesses. */
  holes_by_seat: number[]
  colours: number
  palette: Colour[]
  blanks: boolean
  /** Whether a code may have a colour twice. */
  repeats: boolean
  guess_repeats: boolean
  codes: number
  rows: number
  makers: 'one' | 'each' | 'dealt'
  /** How many parts each seat is dealt; 0 where a player sets the code. */
  parts: number
  turns: 'in-turn' | 'together' | 'race'
  marking: string
  by_hand: boolean
  scoring: string
  lowest_wins: boolean
  /** Whether one round is played for practice, without a score. */
  practice: boolean
  rounds: number
  ends: 'all-rounds' | 'majority'
  /** What happens to a round that nobody wins. */
  void: 'replay' | 'counts'
  /** The points that a wrongly marked player gets. */
  wrong_mark: number
}

/** An edition with its options. Figures are those of its default options. */
export type EditionSummary = {
  /** Its name in commands and links, such as `classic`. */
  id: string
  /** What it is called. */
  name: string
  /** The edition in one line. */
  line: string
  /** Null for house rules. */
  year: number | null
  /** The numbers of seats that it can have. */
  seats: number[]
  /** The holes of a code. */
  holes: number
  /** How many colours there are. */
  colours: number
  /** The colours with their letters. */
  palette: Colour[]
  /** Whether a hole may be left empty. */
  blanks: boolean
  /** The rows of a board. */
  rows: number
  /** The way guesses are marked. */
  marking: string
  /** The way points are counted. */
  scoring: string
  /** The number of possible codes. */
  codes: number
  /** Whether right pegs are marked red instead of black. */
  red_keys: boolean
  /** The choices that it offers. */
  options: EditionOption[]
  /** The rulebook that it follows. */
  source: string
}

/** What an edition with its options is called. */
export type EditionWords = {
  /** The edition with its options, such as `classic~rows_12`. */
  edition: string
  name: string
  /** The options that differ from the default, each in a few words: `12 rows`. */
  options: string[]
}

/** A row that the request entered on the board. */
export type EnteredRow = {
  /** One letter for each peg, a full stop for a blank. */
  guess: string
  /** One mark; where several seats mark a row, one from each. */
  marks: (KeyPegs | NumberCard)[]
}

export type EventFrame = ActionEvent | TableEvent

/** A round of a match, analysed in figures and in words. */
export type ExplainedRound = {
  round: number
  attempt: number
  over: boolean
  codes: (string | null)[]
  boards: ReviewedBoard[]
  seat_values: ReviewedSeat[]
  hints: PartsHints | null
  /** The table at the end of the round; null while it is being played. */
  finished: FinishedRound | null
  sentences: RoundSentences
}

/** The right answer, and why it is right. */
export type ExplainedSolution = {
  /** One letter for each peg, a full stop for a blank. */
  answer: string
  candidates: string[]
  sentence: string
  reasons: string[]
  /** The partition in words, with a heading; empty where one code is wanted. */
  partition_text: string[]
  partition: ListedCell[]
}

/** Whether an answer is right, also in words. */
export type ExplainedVerdict = {
  /** One letter for each peg, a full stop for a blank. */
  answer: string
  right: boolean
  contradicted: number[]
  expected: number | null
  best: number | null
  sentence: string
  reasons: string[]
  partition: ListedCell[]
}

/** A board at the end of a round. */
export type FinishedBoard = {
  /** The seats that guess on it. */
  breakers: number[]
  /** The seats that mark its rows. */
  makers: number[]
  /** The rows, in order. */
  rows: Row[]
  /** Whether the code was found. */
  broken: boolean
}

/** A round that is over, with everything revealed. */
export type FinishedRound = {
  /** The number of the round. */
  round: number
  /** 1, and one more for each time the round has been replayed. */
  attempt: number
  /** The one maker, in editions that have one. */
  maker: number | null
  /** The secret of each seat; null for a seat without one. */
  codes: (string | null)[]
  /** The boards at the end of the round. */
  boards: FinishedBoard[]
  /** The answers after calls. */
  answers: SeatAndCode[]
  outcome: RoundOutcome
  /** The points that were scored. */
  lines: ScoreLine[]
  /** The wrong marks that the audit found. */
  wrong: WrongRow[]
  /** Whether the round is played again. */
  replayed: boolean
}

/** Advice on a board that some code fits. */
export type FullAdvice = {
  rows: EnteredRow[]
  codes_left: number
  codes_left_error: number
  weight_left: number
  best: RatedGuess
  alternatives: RatedGuess[]
  candidates: string[]
  /** The number of a seat, from 1. */
  seat: number
  space: Space
  makers: number
  marks: ((KeyPegs | NumberCard)[])[]
  colour_counts: ColourCounts
  /** The guess that the request named. */
  compared: RatedGuess | null
  /** The cells of that guess, or else of the best one. */
  partition: CountedCell[]
  /** Whether the answer will be more exact once the solver is compiled here; see `/api/study/readiness`. */
  more_exact_soon: boolean
}

/** A mark in key pegs, and the seat that gave it. */
export type GivenKeyPegs = {
  blacks: number
  whites: number
  /** The number of a seat, from 1. */
  by: number
}

/** A mark that is a single number, and the seat that gave it. */
export type GivenNumberCard = {
  number: number
  /** The number of a seat, from 1. */
  by: number
}

/** A guess is placed, open or hidden. */
export type GuessPlaced = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  event: 'guess-placed'
  /** The number of a seat, from 1. */
  seat: number
  /** Null while it is hidden from the viewer. */
  guess: string | null
  /** Whether everybody sees it at once. */
  open: boolean
}

/** A guess and its value: a chance to win, or points. */
export type GuessValue = {
  /** One letter for each peg, a full stop for a blank. */
  guess: string
  value: number
}

/** One hint, in sentences. */
export type Hint = {
  kind: 'codes-left' | 'conflict' | 'certain' | 'approach' | 'guess' | 'reasons' | 'note'
  /** Sentences. A letter in brackets is a peg, as in `[R]`; key pegs are `●` and `○`. */
  lines: string[]
  /** The row that is advised, if any. */
  guess: string | null
}

/** Help for a seat in a round that is being played. */
export type HintAnswer = {
  /** Hints, each with more than the one before. */
  hints: Hint[]
  /** Whether the partial guess can still become one that fits all rows. */
  partial_verdict: string | null
  certainties: BoardCertainties | null
}

/** The parameters of: Show Hints. */
export type HintQuery = {
  /** The seat that wants hints. */
  seat: number
  /** An unfinished guess, such as `R_B_`. */
  partial?: string
  /** Whether to search for all hints; without that, only those known at once. */
  hints?: boolean
}

/** A good guess, and why it is good. */
export type HintedGuess = {
  /** One letter for each peg, a full stop for a blank. */
  guess: string
  /** What the value counts. */
  currency: 'guesses' | 'chance' | 'points'
  value: Value
  partition_summary: PartitionSummary
}

/** Joins a table. */
export type JoinRequest = {
  /** The part of the invitation link after `#`; public tables need none. */
  link_key?: string
  /** The player's name at the table; a player without one is called `Guest 1`. */
  name?: string
  /** The seats to take; all must be free. */
  seats?: number[]
}

/** A mark in key pegs. */
export type KeyPegs = {
  /** Pegs of the right colour in the right place. */
  blacks: number
  /** Pegs of the right colour in another place. */
  whites: number
}

/** The rows of a lesson, marked. */
export type LessonAnswer = {
  /** The number of a seat, from 1. */
  seat: number
  /** Where parts are dealt: those that the seat holds. */
  own: string | null
  /** The guesses that are allowed. */
  space: Space
  /** Where parts are dealt: the whole codes that are allowed. */
  answer_space: Space | null
  makers: number
  rows: PuzzleRow[]
  /** How many codes fit at the start, and after each row. */
  codes_left_by_row: number[]
  found: boolean
  /** The code, once it is found. */
  code: string | null
  /** The mark of the last row, explained. */
  mark_text: string | null
  /** How many codes the last row has ruled out, in a sentence. */
  codes_left_text: string | null
  /** That the code is found, in a sentence. */
  found_text: string | null
  checked: CheckedCode | null
}

/** Asks for the marks of a lesson's rows. */
export type LessonQuery = {
  edition: string
  /** Determines the code. */
  seed: string
  guesses?: string[]
  /** A code to check against the rows, without placing it. */
  check?: string | null
}

/** The invitation links of a table, as paths on this server. */
export type Links = {
  join: string
  watch: string
}

/** A mark that a guess can earn, and the candidates that would earn it. */
export type ListedCell = {
  /** A mark as records write it: `2b1w` or `3`; marks of several, with commas. */
  notation: string
  candidates: string[]
}

/** The public tables with open seats. */
export type Lobby = {
  tables: TableInfo[]
}

/** A row is marked. */
export type MarkGiven = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  event: 'mark-given'
  /** The number of a seat, from 1. */
  by: number
  /** The mark. */
  mark: KeyPegs | NumberCard
}

/** The match ends. */
export type MatchEnded = {
  event: 'match-ended'
  outcome: MatchOutcome
}

/** How a match ended, and its winners. */
export type MatchOutcome = {
  /** How the match ended. */
  reason: 'highest-total' | 'lowest-total' | 'majority' | 'draw' | 'nobody' | 'practice'
  /** Several if they share the win, none if nobody won. */
  winners: number[]
}

/** The seat may call, and then answers. */
export type MayCall = {
  action: 'call'
  /** The answers that it may give. */
  space: Space
}

/** The seat may claim that the mark of one of these rows is wrong. */
export type MayClaim = {
  action: 'claim'
  /** The rows whose marks it may claim to be wrong. */
  rows: RowRef[]
}

/** The seat may set a code, or answer. */
export type MayCode = {
  action: 'code' | 'answer'
  space: Space
}

/** The seat may place a guess. */
export type MayGuess = {
  action: 'guess'
  space: Space
  /** The number of a seat, from 1. */
  board: number
}

/** The seat must mark a row by hand. */
export type MayMark = {
  action: 'mark'
  /** The number of a seat, from 1. */
  board: number
  /** The number of the row on its board. */
  row: number
  /** All possible marks. */
  marks: (KeyPegs | NumberCard)[]
}

/** The seat may take an action without arguments. */
export type MaySay = {
  action: 'accept' | 'pass' | 'resign'
}

/** Holds a seat on another device. */
export type MoveSeatRequest = {
  /** The part of the seat link after `#`. */
  link_key: string
}

/** The state of a round that has just begun. */
export type NewRound = {
  phase: Phase
  ready: number[]
  out: number[]
  left: number[]
  passed: number[]
  claims: SeatAndRow[]
  caller: number | null
  answers: SeatAndCode[]
  revealed: FinishedRound | null
  waiting: number[]
  lines: ScoreLine[]
  scores: number[]
  outcome: MatchOutcome | null
  round: number
  attempt: number
  maker: number | null
  /** The number of a seat, from 1. */
  first: number
  boards: Board[]
}

/** Opens a table. */
export type NewTableRequest = {
  /** The edition and its options in one line, such as `classic~rows_12`. */
  edition: string
  /** The player's name at the table; a player without one is called `Guest 1`. */
  name?: string
  /** The seats that the host takes. */
  seats?: number[]
  /** The level of a bot for each seat it takes. */
  bots?: Record<string, unknown>
  /** Whether the lobby lists the table while seats are open. */
  public?: boolean
  /** Whether hints and analysis are allowed during a round; players agree by joining. */
  hints?: boolean
  /** The time limit for a turn in seconds; 0 for none. */
  turn_limit?: number
  /** Whether bots in a race against people are only as fast as people. */
  human_pace?: boolean
  /** Whether to begin the match at once; every seat must be taken. */
  begin?: boolean
}

/** A mark that is a single number. */
export type NumberCard = {
  /** The number on the card. */
  number: number
}

/** All numbers from `low` to `high`. */
export type NumberRange = {
  /** The least number. */
  low: number
  /** The greatest number. */
  high: number
}

/** What can be chosen when these options are. */
export type OfferedOptions = {
  /** The edition with those of its options that go together, such as `classic~rows_12`. */
  edition: string
  /** By option, the values that go with those of the options before it. */
  offered: Record<string, string[]>
  /** The options that change the guessing game: its codes, guesses or marks. */
  guessing: string[]
}

/** What only this seat knows or may do. */
export type OwnFields = {
  /** The seat's own secret. */
  code: string | null
  /** The guess that the seat has placed and that is still hidden. */
  hidden_guess: string | null
  /** The actions that the seat may take now. */
  legal: (MayCode | MayGuess | MayMark | MayClaim | MayCall | MaySay)[]
  /** Whether no code fits the marks that the viewer can see: some mark is wrong. */
  contradicted: boolean
}

/** How a guess divides the candidates. */
export type PartitionSummary = {
  /** How many different marks it can earn. */
  cells: number
  /** How many candidates its most frequent mark leaves. */
  largest_cell: number
  /** Whether it is a candidate itself. */
  can_be_code: boolean
}

/** Hints for a seat that holds parts of the code. */
export type PartsHints = {
  /** How many candidates there are; null if they are too many to list. */
  codes_left: number | null
  /** Null if the candidates are not listed. */
  certain: CertainPegs | null
  /** The row that is advised, if any. */
  good: string | null
  /** The chance to win with the advised row or call. */
  wins: number | null
  /** Null without an advised row. */
  reasons: RowReasons | null
  /** Null if it was not computed. */
  call: CallAdvice | null
}

/** What a table is waiting for. */
export type Phase = 'codes' | 'guesses' | 'answer' | 'last-calls' | 'reveal' | 'over'

/** Asks the server for a pong. */
export type PingMessage = {
  type: 'ping'
}

/** How many players have found a daily code in one number of guesses. */
export type PlayersByGuesses = {
  guesses: number
  players: number
}

/** The answer to a ping. */
export type PongFrame = {
  type: 'pong'
}

/** Why a request was refused (RFC 9457). */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  /** A stable code, such as `not-your-turn`. */
  code: string
  values: Record<string, unknown>
}

/** A puzzle in figures and in words, with the hints, the verdict and the solution that were requested. */
export type PuzzleAnswer = {
  edition: string
  kind: 'one-code' | 'best-guess'
  difficulty: 'easy' | 'medium' | 'hard'
  seed: string
  day: string | null
  effort: number
  /** The number of a seat, from 1. */
  seat: number
  own: string | null
  rows: PuzzleRow[]
  position: string
  /** The answers that are allowed. */
  space: Space
  title: string
  /** The letters of the colours. */
  palette_text: string
  /** What is known of the code beside the rows, in sentences. */
  conditions: string[]
  question: string[]
  hints: string[]
  verdict: ExplainedVerdict | null
  solution: ExplainedSolution | null
}

/** The parameters of: Show Puzzle. */
export type PuzzleQuery = {
  /** Such as `classic~rows_12`. */
  edition: string
  kind?: 'one-code' | 'best-guess'
  difficulty?: 'easy' | 'medium' | 'hard'
  seed?: string
  /** A day, for its daily puzzle. */
  day?: string | null
  /** An answer to check. */
  answer?: string | null
  /** The number of hints to show. */
  hints?: number
  /** Whether to show the solution. */
  solution?: boolean
}

/** A row of a puzzle or a lesson. */
export type PuzzleRow = {
  /** The number of a seat, from 1. */
  seat: number
  /** One letter for each peg, a full stop for a blank. */
  guess: string
  /** One mark from each seat that marks the row. */
  marks: (GivenKeyPegs | GivenNumberCard)[]
}

/** A guess, and how many further guesses are expected with it, itself included. */
export type RatedGuess = {
  /** One letter for each peg, a full stop for a blank. */
  guess: string
  /** How many further guesses are expected, this one included. */
  expected: number
  /** How many further guesses the worst code needs; null where the codes are too many to know. */
  worst: number | null
  /** Whether no continuation does better; otherwise the figures are estimates, or bounds. */
  exact: boolean
  /** Whether `expected` and `worst` are lower bounds. */
  lower_bound_only: boolean
  /** How many different marks it can earn. */
  cells: number
  /** How many candidates its most frequent mark leaves. */
  largest_cell: number
  /** Whether it is a candidate itself. */
  can_be_code: boolean
}

/** A frame was refused; nothing has changed. */
export type RefusedFrame = {
  type: 'refused'
  /** The key of the refused action, if the frame was readable. */
  key: string | null
  problem: Problem
}

/** Why a record could not be played to its end. */
export type ReplayFault = {
  /** The file as it was named; `-` for standard input. */
  file: string
  /** The number of the line in the file. */
  line: number
  /** Whether the line cannot be read, or breaks a rule. */
  kind: 'read' | 'rule'
  /** The error by its stable name. */
  code: string
  /** The values in the sentence. */
  details: Record<string, unknown>
  /** The error in an English sentence. */
  reason: string
}

/** The secret of a round that is over, with the salt of its hash. */
export type Reveal = {
  round: number
  attempt: number
  /** The number of a seat, from 1. */
  seat: number
  hash: string
  /** One letter for each peg, a full stop for a blank. */
  code: string
  salt: string
}

/** A match, every round of it analysed, in figures and in words. */
export type ReviewAnswer = {
  edition: string
  players: (string | null)[]
  needs_seat: number | null
  more_exact_soon: boolean
  fault: ReplayFault | null
  rounds: ExplainedRound[]
  names: string[]
  /** The numbers of all rounds of the match, as often as each was played. */
  round_numbers: number[]
  /** Null while the match is being played: its record holds every secret. */
  record: string | null
}

/** Asks for the review of a match. */
export type ReviewQuery = {
  /** The match as a record, as `/api/tables/{table}/record` returns it. */
  record: string
  /** The number of the round; by default all rounds. */
  round?: number | null
  /** The seat whose view counts in a round that is not over. */
  seat?: number | null
  /** Time limit of the computation for each board, in seconds. */
  seconds?: number
}

/** A board, row by row. `guesses` + `to_come` = `expected` + `cost` - `luck`. */
export type ReviewedBoard = {
  /** The number of a seat, from 1. */
  board: number
  /** The seats that guess on it. */
  breakers: number[]
  /** What the values count. */
  currency: 'guesses' | 'chance' | 'points'
  /** How many candidates there were at the start. */
  codes_at_start: number
  /** How many candidates there are now. */
  codes_left: number
  /** The standard error of `codes_left`; 0 if that is exact. */
  codes_left_error: number
  /** Whether the code was found. */
  broken: boolean
  /** Which marks the figures go by. */
  marks: 'given' | 'right'
  /** How many rows have a value. */
  guesses: number
  /** The guesses expected before the first of these rows, with best play. */
  expected: Value | null
  /** The further guesses expected after the last of these rows. */
  to_come: Value | null
  /** The cost of all guesses. */
  cost: number
  /** The luck of all marks. */
  luck: number
  /** Skill and luck, for each seat that has a guess with a value. */
  figures: RoundFigures[]
  /** False if some value is an estimate. */
  exact: boolean
  /** The rows, in order. */
  rows: ReviewedRow[]
  /** The marks that the code has shown to be wrong. */
  wrong: WrongMark[]
  /** Null unless the given marks contradict each other. */
  conflict: Conflict | null
  /** Hints for the next guess, in a round that is being played. */
  hints: BoardHints | null
}

/** A row, a call or a pass, with its value, cost and luck in the currency of the edition. */
export type ReviewedDecision = {
  /** The number of the row; for a call or a pass, of the row that was not placed. */
  row: number
  /** What was decided. */
  kind: 'row' | 'call' | 'pass' | 'leave'
  /** The row; or the answer after a call. */
  guess: string | null
  /** The best row in its place. */
  best: string | null
  /** Where parts are dealt: how many codes the seat considered possible before it, */
  codes_before: number | null
  /** and when it had its marks. */
  codes_after: number | null
  /** For a call while rows are left: the chance to win without it. */
  waiting: number | null
  /** The value before it, with best play. */
  before: Value | null
  /** The value with it. */
  played: Value | null
  /** The points that the row earned by its mark. */
  immediate: number | null
  /** The value after its mark. */
  after: Value | null
  /** How much worse it is than the best one. */
  cost: number | null
  /** How much better its mark was than the average mark. */
  luck: number | null
  /** The grade of the decision, by its cost; null where the cost is too uncertain for one. */
  grade: 'best' | 'good' | 'inaccuracy' | 'mistake' | null
}

/** A row of a board, with its value, cost and luck in guesses. */
export type ReviewedRow = {
  /** The number of the row. */
  row: number
  /** The number of a seat, from 1. */
  seat: number
  /** One letter for each peg, a full stop for a blank. */
  guess: string
  /** The mark that it was given; null while it waits for one. */
  given: KeyPegs | NumberCard | null
  /** The mark that the figures go by: the right one, where the given one was wrong. */
  mark: KeyPegs | NumberCard | null
  /** How many candidates there were before it; 0 if marks contradict each other. */
  codes_before: number
  /** How many candidates its mark left; null while it waits for one. */
  codes_after: number | null
  /** The standard error of `codes_before`; 0 if that is exact. */
  codes_before_error: number
  /** The standard error of `codes_after`; 0 if that is exact. */
  codes_after_error: number
  /** Whether it could have been the code. */
  consistent: boolean
  /** Whether the rules allow it as a secret. */
  allowed_as_code: boolean
  /** The earlier rows that rule it out as the code. */
  contradicts: ContradictedRow[]
  /** Null if there are no candidates. */
  partition_summary: PartitionSummary | null
  /** Null if the value is not known, as are the values below: nothing was left to find, or it takes too much work. */
  best: BestGuess | null
  /** The further guesses expected before it, with best play. */
  expected_before: Value | null
  /** The further guesses expected with it, itself included. */
  expected_played: Value | null
  /** The further guesses expected after its mark. */
  expected_after: Value | null
  /** The cost of the guess: how many more guesses are expected with it than with the best one. */
  cost: number | null
  /** False if the cost is an estimate. */
  cost_exact: boolean | null
  /** How many fewer guesses its mark left than were expected. */
  luck: number | null
  /** False if the luck is an estimate. */
  luck_exact: boolean | null
  /** The grade of the guess, by its cost; null where the cost is too uncertain for one. */
  grade: 'best' | 'good' | 'inaccuracy' | 'mistake' | null
  /** The further guesses in the worst case before it, with best play. */
  worst_before: number | null
  /** The same with it, itself included. */
  worst_played: number | null
  /** How many more guesses the worst case takes because of it. */
  worst_cost: number | null
}

/** The decisions of a seat. `result` = `start` - `cost` + `luck` - `forfeit`. */
export type ReviewedSeat = {
  /** The number of a seat, from 1. */
  seat: number
  /** The number of a seat, from 1. */
  board: number
  /** What the values count. */
  currency: 'guesses' | 'chance' | 'points'
  /** The value at the start of the round. */
  start: Value | null
  /** The cost of all its decisions. */
  cost: number
  /** The luck of all marks. */
  luck: number
  /** What it threw away by leaving the round. */
  forfeit: number
  /** What its rows have earned by themselves. */
  earned: number
  /** The value that is still expected. */
  to_come: Value | null
  /** How the round ended for the seat, or what it can expect now. */
  result: number | null
  /** Skill and luck; null if no decision has a value. */
  figures: RoundFigures | null
  /** Its decisions, in order. */
  decisions: ReviewedDecision[]
}

/** A round begins, or is played again. */
export type RoundBegan = {
  event: 'round-began'
  /** The number of the round. */
  round: number
  /** 1, and one more for each time the round has been replayed. */
  attempt: number
  /** The one maker, in editions that have one. */
  maker: number | null
  /** The number of a seat, from 1. */
  first: number
}

/** A round ends. */
export type RoundEnded = {
  event: 'round-ended'
  result: FinishedRound
}

/** Skill and luck of a seat in a round. */
export type RoundFigures = {
  /** The number of a seat, from 1. */
  seat: number
  /** 100 if no guess cost anything. */
  skill: number
  /** 50 if the marks were as good as expected. */
  luck: number
}

/** How a round ended, and its winners. */
export type RoundOutcome = {
  /** How the round ended. */
  reason: 'broken' | 'unbroken' | 'both-broken' | 'neither-broken' | 'answered' | 'nobody-answered' | 'resigned' | 'timed-out' | 'wrong-mark'
  /** Several if they share the win, none if nobody won. */
  winners: number[]
}

/** A round is over, and a mark in it was wrong: its breaker decides whether it stands. */
export type RoundRevealed = {
  event: 'round-revealed'
  /** The round as it stands. */
  result: FinishedRound
}

/** A round in words, in the order of its `boards` and `seat_values`. */
export type RoundSentences = {
  boards: BoardSentences[]
  seat_values: SeatSentences[]
}

/** A guess on a board, with its marks so far. */
export type Row = {
  /** The number of a seat, from 1. */
  seat: number
  /** One letter for each peg, a full stop for a blank. */
  guess: string
  /** The marks that it has so far, in the order in which they were given. */
  marks: (GivenKeyPegs | GivenNumberCard)[]
  /** The number of the guess in the round, in the order of placing. */
  arrival: number
}

/** A hidden guess is revealed. */
export type RowOpened = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  event: 'row-opened'
  /** The number of a seat, from 1. */
  seat: number
  /** One letter for each peg, a full stop for a blank. */
  guess: string
}

/** Why a row is good where parts are dealt. */
export type RowReasons = {
  /** How many codes its marks leave on average, */
  mean_left: number
  /** and at most. */
  max_left: number
  /** Whether it can be the code. */
  can_be_code: boolean
  /** How much it tells its own seat, in bits, */
  bits_to_seat: number
  /** and one of the other seats, on average. */
  bits_to_others: number
}

/** A reference to a row of the round. */
export type RowRef = {
  /** The number of a seat, from 1. */
  board: number
  /** The number of the row on its board. */
  row: number
}

/** The rules of an edition with its options. */
export type RulesAnswer = {
  title: string
  line: string
  sections: RulesSection[]
  example: RulesExample | null
}

/** A guess and its marks, explained step by step. */
export type RulesExample = {
  /** The number of a seat, from 1. */
  seat: number
  /** The secret; null where parts are dealt. */
  code: string | null
  /** Where parts are dealt: those that the seat holds. */
  own: string | null
  /** One letter for each peg, a full stop for a blank. */
  guess: string
  marks: (GivenKeyPegs | GivenNumberCard)[]
  /** The explanation: a sentence for each hole of the guess; where parts are dealt, for the row and each mark. */
  steps: string[]
  /** The mark in words; null where parts are dealt, because there each step has one. */
  mark_text: string | null
}

/** A list, numbered steps, or lines to be shown as they are. */
export type RulesList = {
  kind: 'list' | 'steps' | 'lines'
  items: string[]
}

/** A paragraph. */
export type RulesParagraph = {
  kind: 'text'
  text: string
}

/** A section of the rules. */
export type RulesSection = {
  name: string
  heading: string
  blocks: (RulesParagraph | RulesTerm | RulesList)[]
}

/** A term with its explanation. */
export type RulesTerm = {
  kind: 'term'
  term: string
  explanation: string
}

/** Points for one seat, with the reason. */
export type ScoreLine = {
  /** The number of a seat, from 1. */
  seat: number
  /** The points. */
  points: number
  /** What they are for. */
  reason: 'rows' | 'misses' | 'given-up' | 'unbroken' | 'guess' | 'broke' | 'maker' | 'round' | 'wrong-mark'
  /** The row that earned them; for `rows` and `misses`, how many rows were counted. */
  row: number | null
}

/** A seat, and the code that it answers. */
export type SeatAndCode = {
  /** The number of a seat, from 1. */
  seat: number
  /** One letter for each peg, a full stop for a blank. */
  code: string
}

/** A seat, and the row whose mark it claims to be wrong. */
export type SeatAndRow = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  /** The number of a seat, from 1. */
  seat: number
}

/** A player leaves the round. */
export type SeatLeft = {
  event: 'seat-left'
  /** The number of a seat, from 1. */
  seat: number
  /** Why it leaves. */
  reason: 'resigned' | 'timed-out'
}

/** A link that moves a seat to another device. */
export type SeatLinkInfo = {
  /** A path on this server; the part after `#` is its key. */
  link: string
  /** When the link expires, in milliseconds since 1970. */
  expires: number
}

/** The decisions of a seat in words. */
export type SeatSentences = {
  /** A few plain sentences for each. */
  decisions: string[]
  sum: string
}

export type ServerFrame = Snapshot | EventFrame | AlreadyDone | RefusedFrame | PongFrame

/** The server is running. */
export type ServerStatus = {
  status: 'ok'
  /** The version of the server. */
  keypeg: string
}

/** The state of a round without its boards, as everybody knows it. */
export type SharedFields = {
  /** What the match is waiting for. */
  phase: Phase
  /** The seats whose secret is set. */
  ready: number[]
  /** The seats that are out of the round; they may still have to mark. */
  out: number[]
  /** Those of them that have left the round: the referee marks for them. */
  left: number[]
  /** The seats that have declined to call. */
  passed: number[]
  /** The claims of this round that were wrong. */
  claims: SeatAndRow[]
  /** The seat that has called and must answer. */
  caller: number | null
  /** The answers after calls. */
  answers: SeatAndCode[]
  /** The round as it stands, while its breaker decides whether a wrong mark voids it; null at other times. */
  revealed: FinishedRound | null
  /** The seats whose next action play is waiting for; 0 for the table itself. */
  waiting: number[]
  /** The points of the running round, where rows earn them as soon as they are marked. */
  lines: ScoreLine[]
  /** The points of each seat in the match, those of the running round included. */
  scores: number[]
  /** Null while the match is being played. */
  outcome: MatchOutcome | null
}

/** Everything that the viewer may know now. It is the first frame, unless the socket resumes after a number. */
export type Snapshot = {
  type: 'snapshot'
  /** The number of the last entry in the table's log. */
  number: number
  seat: number | null
  table: TableInfo
  /** Null before the match begins. */
  view: View | null
  commitments: Commitment[]
  reveals: Reveal[]
}

/** Whether the compiled solver answers. */
export type SolverStatus = {
  /** False while a new server still compiles the solver; until then it estimates. */
  ready: boolean
  /** About how many seconds that will still take. */
  seconds_left: number
}

/** The allowed codes. */
export type Space = {
  /** The holes of a code. */
  holes: number
  /** How many colours there are. */
  colours: number
  /** Whether a colour may occur twice. */
  repeats: boolean
  /** The fewest blanks that a code must have. */
  least_blanks: number
  /** The most blanks that a code may have. */
  most_blanks: number
  /** The holes that may be left blank, from 1; null for all. */
  blank_holes: number[] | null
}

/** A change at the table outside the match. */
export type TableEvent = {
  type: 'event'
  number: number
  timestamp: number
  events: (RoundBegan | CodeSet | Dealt | GuessPlaced | RowOpened | MarkGiven | Claimed | Called | Answered | SeatLeft | RoundRevealed | Accepted | RoundEnded | MatchEnded)[]
  /** What was done. */
  entry: 'join' | 'sit' | 'stand' | 'begin' | 'turn-limit' | 'rematch'
  table: TableInfo
  now?: SharedFields | NewRound
  own?: OwnFields
}

/** What everybody may know of a table. */
export type TableInfo = {
  id: string
  edition: string
  host: string
  /** 1 if the host gave no name and is called `Guest 1`; null otherwise. */
  host_guest: number | null
  public: boolean
  /** Whether hints and analysis are allowed during a round. */
  hints: boolean
  /** The time limit for a turn in seconds; 0 for none. */
  turn_limit: number
  /** The time limit that the host proposes; null for no change. */
  proposed_turn_limit: number | null
  /** The numbers of the players who have not yet agreed to it. */
  players_to_agree: number[]
  /** How many people have joined, the host included. */
  players: number
  seats: (TableSeat | null)[]
  /** When the match began, in milliseconds since 1970; null before. */
  begun_at: number | null
  over: boolean
  /** The id of the table where the rematch is played. */
  rematch: string | null
  /** The number of the player who asked for the rematch first. */
  rematch_by: number | null
  /** The day whose daily code is played here, such as 2026-11-16. */
  day: string | null
  /** Whether that day was over when the table was opened: its result does not count. */
  late: boolean
}

/** The player or the bot in a seat. */
export type TableSeat = {
  name: string
  /** The number by which a person without a name is called, as in `Guest 1`; null for others. */
  guest: number | null
  /** The number of the player who took the seat, from 1. */
  player: number
  /** The level of the bot in the seat; null if a person plays it. */
  bot: string | null
  /** Whether the seat is only kept for a player who has yet to come to the rematch. */
  invited: boolean
}

/** Takes a seat. */
export type TakeSeatRequest = {
  /** The name to show for the seat; by default the player's own. */
  name?: string
  /** The level of the bot to put there. */
  bot?: string
  /** Whether another person without a name plays the seat on this device. */
  guest?: boolean
}

/** A token of a player. The token itself is not in it. */
export type TokenInfo = {
  /** Names the token when it is to be revoked. */
  id: string
  /** The one seat that it is valid for; null for all that the player may do. */
  seat: number | null
  /** In milliseconds since 1970; null for tokens of earlier versions. */
  created_at: number | null
  /** When it expires, in milliseconds since 1970; each use renews it. */
  expires: number
  /** Whether it is the token of this request. */
  current: boolean
}

/** The tokens of a player at a table. */
export type TokenList = {
  tokens: TokenInfo[]
}

/** Changes the time limit for a turn: before the match; in it, as the host, proposes one, or agrees to that one. */
export type TurnLimitRequest = {
  /** In seconds; 0 for no limit. */
  turn_limit: number
}

/** What is expected: further guesses, a chance to win, or points. */
export type Value = {
  /** In the currency of the board or seat. */
  value: number
  /** False for an estimate. */
  exact: boolean
}

/** Everything that a seat, or a spectator, may know of the match. */
export type View = {
  phase: Phase
  ready: number[]
  out: number[]
  left: number[]
  passed: number[]
  claims: SeatAndRow[]
  caller: number | null
  answers: SeatAndCode[]
  revealed: FinishedRound | null
  waiting: number[]
  lines: ScoreLine[]
  scores: number[]
  outcome: MatchOutcome | null
  round: number
  attempt: number
  maker: number | null
  /** The number of a seat, from 1. */
  first: number
  boards: Board[]
  code: string | null
  hidden_guess: string | null
  legal: (MayCode | MayGuess | MayMark | MayClaim | MayCall | MaySay)[]
  contradicted: boolean
  /** The edition with the options that differ from the default, such as `classic~rows_12`. */
  edition: string
  /** The viewer's seat; null for a spectator. */
  seat: number | null
  /** The rounds that are over. */
  finished: FinishedRound[]
}

/** A mark that the code has shown to be wrong. */
export type WrongMark = {
  /** The number of the row. */
  row: number
  /** The number of a seat, from 1. */
  by: number
  /** The mark that the row was given. */
  given: KeyPegs | NumberCard
  /** The mark that it earned. */
  right: KeyPegs | NumberCard
}

/** A mark that proved wrong when the secret was revealed. */
export type WrongRow = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  /** The number of a seat, from 1. */
  by: number
  /** The mark that the row was given. */
  given: KeyPegs | NumberCard
  /** The mark that it earned. */
  right: KeyPegs | NumberCard
}
