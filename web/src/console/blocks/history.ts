/** What a recorded change has changed, field by field. Pure. */

type Fields = Readonly<Record<string, unknown>> | null

export interface FieldChange {
  readonly field: string
  /** Undefined where there was nothing before. */
  readonly from: string | undefined
  readonly to: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

export function changesOf(before: Fields, after: Fields): readonly FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .filter((field) => textOf(before?.[field]) !== textOf(after?.[field]) || before === null)
    .map((field) => ({
      field,
      from: before && field in before ? textOf(before[field]) : undefined,
      to: textOf(after?.[field]),
    }))
}

/** `accounts.set-lifecycle` as a reader says it: the thing, then what was done to it. */
export function actionTitle(action: string): string {
  const [feature = '', verb = ''] = action.split('.')
  const said = `${feature}: ${verb}`.replaceAll('-', ' ')
  return said.charAt(0).toUpperCase() + said.slice(1)
}
