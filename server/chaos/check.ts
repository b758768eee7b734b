/** What a check is: something that breaks an installation of its own on purpose and counts what went wrong. */

export type Say = (sentence: string) => void

export interface Check {
  /** `npm run chaos -- name`. */
  readonly name: string
  /** What it does and what must hold, for the help. */
  readonly about: string
  /** Whole numbers with their defaults. */
  readonly numbers?: Readonly<Record<string, number>>
  /** Switches, off unless given, each with what it does. */
  readonly switches?: Readonly<Record<string, string>>
  /** Progress goes to `say`; the answer becomes the one-line verdict. */
  run(options: CheckOptions, say: Say): Promise<Verdict>
}

export interface CheckOptions {
  number(name: string): number
  isOn(name: string): boolean
  /** Printed with the verdict, so that a run can be repeated. */
  readonly seed: number
}

export interface Verdict {
  readonly pass: boolean
  readonly [figure: string]: unknown
}
