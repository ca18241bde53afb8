// Written by tools/web_types.py from the schemas that the server publishes. Do not edit.

/** An action in the match. */
export type ActionEvent = {
  type: 'event'
  number: number
  timestamp: number
  events: (RoundBegan | CodeSet | Dealt | GuessPlaced | RowOpened | MarkGiven | Claimed | Called | Answered | SeatLeft | RoundEnded | MatchEnded)[]
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

/** A player's admission to a table. */
export type Admission = {
  table: string
  /** The number of the player at the table, from 1. */
  player: number
  /** Identifies the player in later requests: `Authorization: Bearer …`. It is also set as a cookie. */
  token: string
  links?: Links | null
}

/** The key was used before for the same action, whose event is not sent again. */
export type AlreadyDone = {
  type: 'done'
  /** The idempotency key: an action sent twice with the same key counts once. */
  key: string
  number: number
}

/** The caller answers. */
export type Answered = {
  event: 'answered'
  /** The number of a seat, from 1. */
  seat: number
  /** One letter for each peg, a full stop for a blank. */
  code: string
  right: boolean
}

/** A board during a round, as the viewer sees it. */
export type Board = {
  breakers: number[]
  makers: number[]
  rows: Row[]
  broken: boolean
  holes: number
  /** Seats that have placed a guess here which is still hidden. */
  placed: number[]
}

/** A player calls, or passes. */
export type Called = {
  event: 'called' | 'passed'
  /** The number of a seat, from 1. */
  seat: number
}

/** A seat claims that a mark is wrong. */
export type Claimed = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  event: 'claimed'
  /** The number of a seat, from 1. */
  seat: number
  holds: boolean
}

export type ClientFrame = ActionMessage | PingMessage

/** A code is set; only its maker sees it. */
export type CodeSet = {
  event: 'code-set'
  /** The number of a seat, from 1. */
  seat: number
  code: string | null
}

/** The published hash of a seat's secret in a round: the SHA-256 of `SALT:CODE`. */
export type Commitment = {
  round: number
  attempt: number
  /** The number of a seat, from 1. */
  seat: number
  hash: string
}

/** Parts are dealt; each seat sees its own. */
export type Dealt = {
  event: 'dealt'
  parts: (string | null)[]
}

export type EventFrame = ActionEvent | TableEvent

/** A board at the end of a round. */
export type FinishedBoard = {
  breakers: number[]
  makers: number[]
  rows: Row[]
  broken: boolean
}

/** A round that is over, with everything revealed. */
export type FinishedRound = {
  round: number
  attempt: number
  maker: number | null
  codes: (string | null)[]
  boards: FinishedBoard[]
  answers: SeatAndCode[]
  outcome: RoundOutcome
  lines: ScoreLine[]
  wrong: WrongRow[]
  replayed: boolean
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
  guess: string | null
  open: boolean
}

/** Joins a table. */
export type JoinRequest = {
  /** The part of the invitation link after `#`; public tables need none. */
  link_key?: string
  /** The player's name at the table. */
  name: string
  /** The seats to take; all must be free. */
  seats?: number[]
}

/** A mark in key pegs. */
export type KeyPegs = {
  blacks: number
  whites: number
}

/** The invitation links of a table, as paths on this server. */
export type Links = {
  join: string
  watch: string
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
  mark: KeyPegs | NumberCard
}

/** The match ends. */
export type MatchEnded = {
  event: 'match-ended'
  outcome: MatchOutcome
}

/** How a match ended, and its winners. */
export type MatchOutcome = {
  reason: 'highest-total' | 'lowest-total' | 'majority' | 'draw' | 'nobody'
  winners: number[]
}

/** The seat may claim that the mark of one of these rows is wrong. */
export type MayClaim = {
  action: 'claim'
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
  row: number
  /** All possible marks. */
  marks: (KeyPegs | NumberCard)[]
}

/** The seat may take an action without arguments. */
export type MaySay = {
  action: 'call' | 'pass' | 'resign'
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
  waiting: number[]
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
  /** The player's name at the table. */
  name: string
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
  /** Whether to begin the match at once; every seat must be taken. */
  begin?: boolean
}

/** A mark that is a single number. */
export type NumberCard = {
  number: number
}

/** What only this seat knows or may do. */
export type OwnFields = {
  /** The seat's own secret. */
  code: string | null
  /** The guess that the seat has placed and that is still hidden. */
  hidden_guess: string | null
  /** The actions that the seat may take now. */
  legal: (MayCode | MayGuess | MayMark | MayClaim | MaySay)[]
  contradicted: boolean
}

/** What a table is waiting for. */
export type Phase = 'codes' | 'guesses' | 'answer' | 'last-calls' | 'over'

/** Asks the server for a pong. */
export type PingMessage = {
  type: 'ping'
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

/** A frame was refused; nothing has changed. */
export type RefusedFrame = {
  type: 'refused'
  /** The key of the refused action, if the frame was readable. */
  key: string | null
  problem: Problem
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

/** A round begins, or is played again. */
export type RoundBegan = {
  event: 'round-began'
  round: number
  attempt: number
  maker: number | null
  /** The number of a seat, from 1. */
  first: number
}

/** A round ends. */
export type RoundEnded = {
  event: 'round-ended'
  result: FinishedRound
}

/** How a round ended, and its winners. */
export type RoundOutcome = {
  reason: 'broken' | 'unbroken' | 'both-broken' | 'neither-broken' | 'answered' | 'nobody-answered' | 'resigned' | 'timed-out' | 'wrong-mark'
  winners: number[]
}

/** A guess on a board, with its marks so far. */
export type Row = {
  /** The number of a seat, from 1. */
  seat: number
  /** One letter for each peg, a full stop for a blank. */
  guess: string
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

/** A reference to a row of the round. */
export type RowRef = {
  /** The number of a seat, from 1. */
  board: number
  row: number
}

/** Points for one seat, with the reason. */
export type ScoreLine = {
  /** The number of a seat, from 1. */
  seat: number
  points: number
  reason: 'rows' | 'misses' | 'given-up' | 'unbroken' | 'guess' | 'broke' | 'maker' | 'round' | 'wrong-mark'
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
  reason: 'resigned' | 'timed-out'
}

/** A link that moves a seat to another device. */
export type SeatLinkInfo = {
  /** A path on this server; the part after `#` is its key. */
  link: string
  /** When the link expires, in milliseconds since 1970. */
  expires: number
}

export type ServerFrame = Snapshot | EventFrame | AlreadyDone | RefusedFrame | PongFrame

/** The state of a round without its boards, as everybody knows it. */
export type SharedFields = {
  phase: Phase
  ready: number[]
  out: number[]
  left: number[]
  passed: number[]
  claims: SeatAndRow[]
  caller: number | null
  answers: SeatAndCode[]
  waiting: number[]
  scores: number[]
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

/** The allowed codes. */
export type Space = {
  holes: number
  colours: number
  repeats: boolean
  least_blanks: number
  most_blanks: number
  /** The holes that may be left blank, from 1; null for all. */
  blank_holes: number[] | null
}

/** A change at the table outside the match. */
export type TableEvent = {
  type: 'event'
  number: number
  timestamp: number
  events: (RoundBegan | CodeSet | Dealt | GuessPlaced | RowOpened | MarkGiven | Claimed | Called | Answered | SeatLeft | RoundEnded | MatchEnded)[]
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
  public: boolean
  /** Whether hints and analysis are allowed during a round. */
  hints: boolean
  /** The time limit for a turn in seconds; 0 for none. */
  turn_limit: number
  /** How many people have joined, the host included. */
  players: number
  seats: (TableSeat | null)[]
  /** When the match began, in milliseconds since 1970; null before. */
  begun_at: number | null
  over: boolean
  /** The id of the table where the rematch is played. */
  rematch: string | null
  /** The day whose daily code is played here, such as 2026-11-16. */
  day: string | null
}

/** The player or the bot in a seat. */
export type TableSeat = {
  name: string
  /** The number of the player who took the seat, from 1. */
  player: number
  /** The level of the bot in the seat; null if a person plays it. */
  bot: string | null
}

/** Takes a seat. */
export type TakeSeatRequest = {
  /** The name to show for the seat; by default the player's own. */
  name?: string
  /** The level of the bot to put there. */
  bot?: string
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
  waiting: number[]
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
  legal: (MayCode | MayGuess | MayMark | MayClaim | MaySay)[]
  contradicted: boolean
  edition: string
  seat: number | null
  finished: FinishedRound[]
}

/** A mark that proved wrong when the secret was revealed. */
export type WrongRow = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  /** The number of a seat, from 1. */
  by: number
  given: KeyPegs | NumberCard
  right: KeyPegs | NumberCard
}
