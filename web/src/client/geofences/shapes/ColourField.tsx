import { texts } from '../../../shared/texts/texts.ts'
import { colours } from '../colours.ts'
import classes from '../GeofenceEditor.module.css'
import own from './ColourField.module.css'

const words = texts.geofences.form

/** A few distinct colours, or any other. */
export function ColourField({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const isOwn = !colours.some((colour) => colour === value)
  return (
    <fieldset className={classes.shape}>
      <legend>{words.colour}</legend>
      <div className={own.colours}>
        {colours.map((colour) => (
          <label key={colour} title={words.colours[colour]} style={{ '--colour': colour } as object}>
            <input
              type="radio"
              name="colour"
              aria-label={words.colours[colour]}
              checked={value === colour}
              onChange={() => onChange(colour)}
            />
          </label>
        ))}
        <input
          type="color"
          className={isOwn ? own.ownChosen : own.own}
          aria-label={words.ownColour}
          title={words.ownColour}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
    </fieldset>
  )
}
