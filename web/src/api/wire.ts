// Written by tools/web_types.py from the schemas that the server publishes. Do not edit.

/** Somebody has done something in the match. */
export type ActionEvent = {
  type: 'event'
  number: number
  at: number
  events: (RoundBegan | CodeSet | Dealt | GuessPlaced | RowOpened | MarkGiven | Claimed | Called | Answered | SeatLeft | RoundEnded | MatchEnded)[]
  /** The number of a seat, or 0 for the table itself. */
  seat: number
  /** The idempotency key: an action that is sent twice with the same key counts once. */
  key?: string
  /** How it stands now, with all boards if a round has begun. */
  now: Common | NewRound
  own: Own
  commitments?: Commitment[]
  reveals?: Reveal[]
}

/** Something to do in the match. */
export type ActionMessage = {
  type: 'act'
  /** As records write it: `guess RBYG`. */
  action: string
  /** The idempotency key: an action that is sent twice with the same key counts once. */
  key: string
}

/** Somebody is at a table. */
export type Admission = {
  table: string
  guest: number
  /** Shows from now on who asks: `Authorization: Bearer …`. It is also set as a cookie. */
  token: string
  links?: Links | null
}

/** An action had been done before with the same key: its event is not sent again. */
export type AlreadyDone = {
  type: 'done'
  /** The idempotency key: an action that is sent twice with the same key counts once. */
  key: string
  number: number
}

/** The caller's answer. */
export type Answered = {
  event: 'answered'
  /** The number of a seat, from 1. */
  seat: number
  /** A letter a peg, a full stop for a blank. */
  code: string
  right: boolean
}

/** A board as it can be seen. */
export type Board = {
  breakers: number[]
  makers: number[]
  rows: Row[]
  broken: boolean
  holes: number
  /** Seats that have placed a guess here which does not lie open yet. */
  placed: number[]
}

/** A player calls, or declines to. */
export type Called = {
  event: 'called' | 'passed'
  /** The number of a seat, from 1. */
  seat: number
}

/** A wrong mark is claimed. */
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

/** A code is set; its maker alone sees which. */
export type CodeSet = {
  event: 'code-set'
  /** The number of a seat, from 1. */
  seat: number
  code: string | null
}

/** That a seat has a secret in a round: the SHA-256 of `SALT:CODE`. */
export type Commitment = {
  round: number
  attempt: number
  /** The number of a seat, from 1. */
  seat: number
  hash: string
}

/** How a round stands, beside its boards: what everybody knows. */
export type Common = {
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

/** Parts are dealt; each seat sees its own. */
export type Dealt = {
  event: 'dealt'
  parts: (string | null)[]
}

export type EventFrame = ActionEvent | TableEvent

/** A mark that is one number. */
export type Figure = {
  number: number
}

/** A board as it stood at the end of a round. */
export type FinishedBoard = {
  breakers: number[]
  makers: number[]
  rows: Row[]
  broken: boolean
}

/** A round that is over: everything about it is open. */
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

/** A mark that is one number, and who gave it. */
export type GivenFigure = {
  number: number
  /** The number of a seat, from 1. */
  by: number
}

/** A mark in key pegs, and who gave it. */
export type GivenKeyPegs = {
  blacks: number
  whites: number
  /** The number of a seat, from 1. */
  by: number
}

/** A row is placed, open or hidden. */
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

/** Somebody who comes to a table. */
export type JoinRequest = {
  /** The key in the link; public tables need none. */
  key?: string
  /** How somebody is called at the table. */
  name: string
  /** The seats to take, if they are free. */
  seats?: number[]
}

/** A mark in key pegs. */
export type KeyPegs = {
  blacks: number
  whites: number
}

/** The links of a table, as paths on this server. */
export type Links = {
  join: string
  watch: string
}

/** Public tables with open seats. */
export type Lobby = {
  tables: TableInfo[]
}

/** A row gets a mark. */
export type MarkGiven = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  event: 'mark-given'
  /** The number of a seat, from 1. */
  by: number
  mark: KeyPegs | Figure
}

/** The match is over. */
export type MatchEnded = {
  event: 'match-ended'
  outcome: MatchOutcome
}

/** Why a match ended as it did, and who won it. */
export type MatchOutcome = {
  reason: 'highest-total' | 'lowest-total' | 'majority' | 'draw' | 'nobody'
  winners: number[]
}

/** Marks of these rows can be claimed to be wrong. */
export type MayClaim = {
  action: 'claim'
  rows: RowRef[]
}

/** A code can be set, or an answer given. */
export type MayCode = {
  action: 'code' | 'answer'
  space: Space
}

/** A row can be placed. */
export type MayGuess = {
  action: 'guess'
  space: Space
  /** The number of a seat, from 1. */
  board: number
}

/** A row waits for a mark by hand. */
export type MayMark = {
  action: 'mark'
  /** The number of a seat, from 1. */
  board: number
  row: number
  /** All that can be given. */
  marks: (KeyPegs | Figure)[]
}

/** Something can be done that needs no more words. */
export type MaySay = {
  action: 'call' | 'pass' | 'resign'
}

/** How a round stands that has just begun. */
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

/** A table to be opened. */
export type NewTableRequest = {
  /** The edition and its options in one line, such as `classic~rows_12`. */
  edition: string
  /** How somebody is called at the table. */
  name: string
  /** The seats that the host takes himself. */
  seats?: number[]
  /** Computer players, by the seats they take. */
  computers?: Record<string, unknown>
  /** Whether the lobby shows the table while seats are open. */
  public?: boolean
  /** Whether hints and analysis are allowed while a round is played; all agree by joining. */
  help?: boolean
  /** Seconds for a turn; 0 for as long as one likes. */
  limit?: number
  /** Whether the match begins at once; every seat must be taken. */
  begin?: boolean
}

/** What only this seat knows, or may do. */
export type Own = {
  /** The viewer's own secret. */
  code: string | null
  /** The guess that the viewer has placed and that does not lie open yet. */
  hidden_guess: string | null
  /** What the viewer may do now. */
  legal: (MayCode | MayGuess | MayMark | MayClaim | MaySay)[]
  contradicted: boolean
}

/** What a table is waiting for. */
export type Phase = 'codes' | 'guesses' | 'answer' | 'last-calls' | 'over'

/** Is anybody there? */
export type PingMessage = {
  type: 'ping'
}

/** The answer to a ping. */
export type PongFrame = {
  type: 'pong'
}

/** Why something was refused (RFC 9457). */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  /** A stable code, such as `not-your-turn`. */
  code: string
  values: Record<string, unknown>
}

/** A frame was refused, and nothing has changed. */
export type RefusedFrame = {
  type: 'refused'
  /** The key of what was refused, if it could be read. */
  key: string | null
  problem: Problem
}

/** What the secret was, and with what it was hashed. */
export type Reveal = {
  round: number
  attempt: number
  /** The number of a seat, from 1. */
  seat: number
  hash: string
  /** A letter a peg, a full stop for a blank. */
  code: string
  salt: string
}

/** A round begins, or begins again. */
export type RoundBegan = {
  event: 'round-began'
  round: number
  attempt: number
  maker: number | null
  /** The number of a seat, from 1. */
  first: number
}

/** A round is over. */
export type RoundEnded = {
  event: 'round-ended'
  result: FinishedRound
}

/** Why a round ended, and who won it. */
export type RoundOutcome = {
  reason: 'broken' | 'unbroken' | 'both-broken' | 'neither-broken' | 'answered' | 'nobody-answered' | 'resigned' | 'timed-out' | 'wrong-mark'
  winners: number[]
}

/** A guess on a board, with the marks that it has been given so far. */
export type Row = {
  /** The number of a seat, from 1. */
  seat: number
  /** A letter a peg, a full stop for a blank. */
  guess: string
  marks: (GivenKeyPegs | GivenFigure)[]
  /** Its number among all the guesses of the round, in the order in which they were placed. */
  arrival: number
}

/** A hidden row is opened. */
export type RowOpened = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  event: 'row-opened'
  /** The number of a seat, from 1. */
  seat: number
  /** A letter a peg, a full stop for a blank. */
  guess: string
}

/** One row of the round. */
export type RowRef = {
  /** The number of a seat, from 1. */
  board: number
  row: number
}

/** Who got how many points, and what for. */
export type ScoreLine = {
  /** The number of a seat, from 1. */
  seat: number
  points: number
  reason: 'rows' | 'misses' | 'given-up' | 'unbroken' | 'guess' | 'broke' | 'maker' | 'round' | 'wrong-mark'
  row: number | null
}

/** Who answers what. */
export type SeatAndCode = {
  /** The number of a seat, from 1. */
  seat: number
  /** A letter a peg, a full stop for a blank. */
  code: string
}

/** Who claims which row. */
export type SeatAndRow = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  /** The number of a seat, from 1. */
  seat: number
}

/** A player has left the round. */
export type SeatLeft = {
  event: 'seat-left'
  /** The number of a seat, from 1. */
  seat: number
  reason: 'resigned' | 'timed-out'
}

/** What carries a seat to another device. */
export type SeatLinkInfo = {
  /** A path on this server; what stands after `#` is the code. */
  link: string
  /** When it can be used no more, in milliseconds since 1970. */
  expires: number
}

export type ServerFrame = Snapshot | EventFrame | AlreadyDone | RefusedFrame | PongFrame

/** Everything that may be known now. The first frame, unless the socket goes on from a number. */
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

/** The codes that are allowed. */
export type Space = {
  holes: number
  colours: number
  repeats: boolean
  least_blanks: number
  most_blanks: number
  /** The holes that can be left blank, from 1; null for all of them. */
  blank_holes: number[] | null
}

/** Something has happened beside the match. */
export type TableEvent = {
  type: 'event'
  number: number
  at: number
  events: (RoundBegan | CodeSet | Dealt | GuessPlaced | RowOpened | MarkGiven | Claimed | Called | Answered | SeatLeft | RoundEnded | MatchEnded)[]
  happened: 'joined' | 'sat' | 'stood' | 'began' | 'limited' | 'again'
  table: TableInfo
  now?: Common | NewRound
  own?: Own
}

/** What everybody at a table may know of it. */
export type TableInfo = {
  id: string
  edition: string
  host: string
  public: boolean
  help: boolean
  limit: number
  guests: number
  seats: (TableSeat | null)[]
  begun: number | null
  over: boolean
  again: string | null
  /** The day whose code is looked for here, as in 2026-11-16. */
  daily: string | null
}

/** Who sits on a seat. */
export type TableSeat = {
  name: string
  guest: number
  computer: string | null
}

/** A seat to be taken. */
export type TakeSeatRequest = {
  /** How whoever sits there is called; one's own name if it is left out. */
  name?: string
  /** The computer player to put there. */
  computer?: string
}

/** Everything that a seat, or who looks on, may know of the match. */
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

/** A mark that the secret has shown to be wrong. */
export type WrongRow = {
  /** The number of a seat, from 1. */
  board: number
  row: number
  /** The number of a seat, from 1. */
  by: number
  given: KeyPegs | Figure
  right: KeyPegs | Figure
}
