/** Checkboxes: a single one, and a set of named ones. */
import classes from './Choices.module.css'

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox'
  /** Arrow keys move between the radio buttons of one name. */
  readonly name?: string
  readonly label: string
  readonly isChosen: boolean
  onChange(isChosen: boolean): void
}

export const Choice = ({ type, name, label, isChosen, onChange }: ChoiceProps) => (
  <label className={classes.label}>
    <input
      type={type}
      name={name}
      checked={isChosen}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
)

interface NamedChoicesProps {
  readonly legend: string
  readonly items: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: ReadonlySet<string>
  onChange(chosen: ReadonlySet<string>): void
}

export function NamedChoices({ legend, items, chosen, onChange }: NamedChoicesProps) {
  if (items.length === 0) return null
  const put = (id: string, isIn: boolean) => {
    const next = new Set(chosen)
    if (isIn) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {items.map(({ id, name }) => (
        <Choice
          key={id}
          type="checkbox"
          label={name}
          isChosen={chosen.has(id)}
          onChange={(isChosen) => put(id, isChosen)}
        />
      ))}
    </fieldset>
  )
}
