/** A line that is too long to read and too important to type: it is copied. */

import { texts } from '../texts/texts.ts'
import classes from './CopyLine.module.css'
import { CopyTextButton } from './CopyTextButton.tsx'

export const CopyLine = ({ text, label }: { text: string; label: string }) => (
  <div className={classes.line}>
    <span>{text}</span>
    <CopyTextButton text={text} label={label} said={texts.shared} />
  </div>
)
