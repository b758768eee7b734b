/** A few checkboxes. */
import cards from '../blocks/Cards.module.css'
import classes from './NotificationsView.module.css'

/** More are easier to read in columns. */
const fewMax = 8

interface TicksProps<Value extends string | number> {
  readonly legend: string
  readonly of: readonly { readonly value: Value; readonly label: string }[]
  readonly chosen: ReadonlySet<Value>
  readonly fault?: string | undefined
  /** The name of a tick for all of them. */
  readonly every?: string
  onChange(chosen: ReadonlySet<Value>): void
}

export function Ticks<Value extends string | number>({
  legend,
  of,
  chosen,
  fault,
  every,
  onChange,
}: TicksProps<Value>) {
  const put = (value: Value, isIn: boolean) => {
    const next = new Set(chosen)
    if (isIn) next.add(value)
    else next.delete(value)
    onChange(next)
  }
  return (
    <fieldset className={classes.box}>
      <legend>{legend}</legend>
      <div className={classes.ticks} data-many={of.length > fewMax || undefined}>
        {every && of.length > 1 && (
          <label className={classes.tick}>
            <input
              type="checkbox"
              checked={of.every(({ value }) => chosen.has(value))}
              onChange={({ currentTarget }) =>
                onChange(new Set(currentTarget.checked ? of.map(({ value }) => value) : []))
              }
            />
            <strong>{every}</strong>
          </label>
        )}
        {of.map(({ value, label }) => (
          <label key={value} className={classes.tick}>
            <input
              type="checkbox"
              checked={chosen.has(value)}
              onChange={({ currentTarget }) => put(value, currentTarget.checked)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {fault && (
        <p className={cards.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
