/** A label: a word with a colour, put on items of an account. Pure. */

export interface Label {
  readonly id: string
  readonly accountId: number
  readonly name: string
  /** `#rrggbb`, in lower case. */
  readonly colour: string
  readonly unitIds: readonly number[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** More would help nobody, and the list of all is one answer. */
export const labelsMax = 100
export const defaultColour = '#0f766e'
