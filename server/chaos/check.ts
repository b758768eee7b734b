/** A check breaks its own test installation on purpose and counts what went wrong. */

export type Say = (sentence: string) => void

export interface Check {
  /** `npm run chaos -- name`. */
  readonly name: string
  /** What it does and what must hold, for the help. */
  readonly about: string
  /** Whole numbers with their defaults. */
  readonly numbers?: Readonly<Record<string, number>>
  /** Texts with their descriptions; undefined unless given. */
  readonly texts?: Readonly<Record<string, string>>
  /** Switches with their descriptions, off by default. */
  readonly switches?: Readonly<Record<string, string>>
  /** Writes progress to `say`; the result becomes the one-line verdict. */
  run(options: CheckOptions, say: Say): Promise<Verdict>
}

export interface CheckOptions {
  number(name: string): number
  isOn(name: string): boolean
  text(name: string): string | undefined
  /** Printed with the verdict, so that a run can be repeated. */
  readonly seed: number
}

export interface Verdict {
  readonly pass: boolean
  readonly [figure: string]: unknown
}
