/** What a formula, or a part of it, becomes: a function of the parameters of one moment. Pure. */

export type Readings = Readonly<Record<string, unknown>>
/** Undefined: a parameter is not in the messages, or the result is not a number. */
export type Computed = (readings: Readings) => number | undefined
