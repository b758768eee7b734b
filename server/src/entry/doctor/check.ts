export interface Check<P> {
  readonly name: string
  /** Undefined: there is nothing to check here. Anything thrown is bad. */
  run(patient: P): Promise<Verdict | undefined>
}

export interface Verdict {
  readonly ok: boolean
  readonly says: string
}

export const good = (says: string): Verdict => ({ ok: true, says })
export const bad = (says: string): Verdict => ({ ok: false, says })

/** `1 unit`, `2 units` */
export const several = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
