import { texts } from '../texts/texts.ts'
import classes from './tools.module.css'
import { type Way, waySteps } from './way-steps.ts'

export const WaySteps = ({ setup }: { readonly setup: Way }) => (
  <ol className={classes.steps}>
    {waySteps(texts.tools.setup, setup).map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)
