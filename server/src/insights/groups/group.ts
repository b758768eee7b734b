/** A client's own group of units. Pure. */

export interface Group {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly unitIds: readonly number[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** More would help nobody, and the list of all is one answer. */
export const groupsMax = 200
