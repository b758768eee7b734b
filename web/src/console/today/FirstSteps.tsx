/** A dealer's steps to its first unit on the map: what is done, and what comes next. */
import { Anchor, Button } from '@mantine/core'
import type { Today } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { useMay } from '../session.ts'
import classes from './TodayPage.module.css'

const { begin } = words.today

export function FirstSteps({ today }: { today: Today }) {
  const plans = useOperation('getClientPlans', { limit: 1 })
  return (
    <Panel title={begin.title}>
      <p className={classes.hint}>{begin.text}</p>
      <Loaded query={plans} height={240}>
        {(some) => <Steps today={today} hasPlan={some.length > 0} />}
      </Loaded>
    </Panel>
  )
}

function Steps({ today, hasPlan }: { today: Today; hasPlan: boolean }) {
  const may = useMay()('manage')
  const unverified = ['company.approve', 'payment-information.verify']
  // The next steps are available while the operator reviews the company.
  const isVerified = !today.needs.some(({ kind }) => unverified.includes(kind))
  const steps = [
    { name: 'plan', isDone: hasPlan, address: to('/plans/new') },
    { name: 'client', isDone: today.clients.total > 0, address: to('/clients/new') },
    { name: 'unit', isDone: today.units.all > 0, address: to('/units/new') },
    { name: 'message', isDone: false, address: to('/units') },
  ] as const
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <ol className={classes.steps}>
      <li>
        <StateBadge tone={isVerified ? 'good' : 'waiting'}>{isVerified ? begin.done : begin.waits}</StateBadge>
        {isVerified ? begin.company : <Anchor href={to('/company')}>{begin.company}</Anchor>}
      </li>
      {steps.map(({ name, isDone, address }) => (
        <li key={name}>
          <StateBadge tone={isDone ? 'good' : 'quiet'}>{isDone ? begin.done : begin.open}</StateBadge>
          <span>{begin.steps[name]}</span>
          {may && name === next?.name && (
            <Button component="a" href={address} size="compact-md">
              {begin.acts[name]}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
