/** What is wrong with a formula, and at which character. Pure. */
export class FormulaError extends Error {
  /** Counted from 0. */
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.name = 'FormulaError'
    this.at = at
  }
}
