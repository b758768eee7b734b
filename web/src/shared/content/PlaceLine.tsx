/** A place in words, with its coordinates to copy. */
import { formatCoordinates, formatPlace, type NamedPlace } from '../format/places.ts'
import { texts } from '../texts/texts.ts'
import { CopyTextButton } from './CopyTextButton.tsx'
import classes from './PlaceLine.module.css'

export const PlaceLine = ({ place }: { place: NamedPlace }) => (
  <span className={classes.line}>
    {formatPlace(place)}
    <CopyTextButton text={formatCoordinates(place)} label={texts.shared.copyCoordinates} said={texts.shared} />
  </span>
)
