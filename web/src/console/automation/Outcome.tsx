/** The result of a simulation, in numbers. */
import type { LifecycleSimulation } from '../../api/generated.ts'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'
import { Money } from '../blocks/values.tsx'
import classes from './Outcome.module.css'

const texts = words.automation
const kinds = ['notice', 'due', 'block', 'unblock'] as const

export const Outcome = ({ result }: { result: LifecycleSimulation }) => (
  <div className={classes.outcome}>
    <Figure name={texts.totals} value={texts.accounts(result.accounts)} />
    {kinds.map((kind) => (
      <Figure key={kind} name={texts.kinds[kind]!} value={result.totals[kind].toLocaleString(locale)} kind={kind} />
    ))}
    <div className={classes.figure}>
      <span className={classes.name}>{texts.expected}</span>
      <span className={classes.value}>
        {result.expected.length === 0 && words.times.none}
        {result.expected.map(({ amount, currency }) => (
          <Money key={currency} amount={amount} currency={currency} />
        ))}
      </span>
      {result.without_amount > 0 && <span className={classes.hint}>{texts.withoutAmount(result.without_amount)}</span>}
    </div>
  </div>
)

export const Figure = ({ name, value, kind }: { name: string; value: string; kind?: string }) => (
  <div className={classes.figure} data-kind={kind}>
    <span className={classes.name}>{name}</span>
    <span className={classes.value}>{value}</span>
  </div>
)
