import { Progress, Text } from '@mantine/core'
import { applicationTitle } from '../../shared/applications.ts'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { formatDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Me, Plan } from '../types.ts'
import classes from './PlanPanel.module.css'
import { planName } from './premium/premium.ts'
import { formatQuota } from './quota.ts'

const words = texts.account.plan
const names: Readonly<Record<string, string>> = words.quotas

export function PlanPanel({ me }: { me: Me }) {
  const due = me.next_payment
  const isOverdue = due !== null && due * 1000 < Date.now()
  return (
    <Panel title={words.title}>
      <div className={classes.plans}>
        {due !== null && (
          <Notice tone={isOverdue ? 'warning' : 'quiet'}>
            {isOverdue ? words.overdue(formatDay(due)) : words.next(formatDay(due))}
          </Notice>
        )}
        {me.plans.map((plan) => (
          <PlanUse key={plan.app_id} plan={plan} />
        ))}
        {/* Clients who can buy more see the prices below. */}
        {me.account.type !== null && (
          <Text size="sm" c="dimmed">
            {words.more}
          </Text>
        )}
      </div>
    </Panel>
  )
}

function PlanUse({ plan }: { plan: Plan }) {
  return (
    <div className={classes.plan}>
      <div>
        <Text fw={650}>{plan.id === null ? planName(plan.name) : plan.name}</Text>
        <Text size="sm" c="dimmed">
          {applicationTitle(plan.app_id)}
        </Text>
        {plan.description && <Text size="sm">{plan.description}</Text>}
      </div>
      {Object.entries(plan.quotas)
        .filter(([name]) => name in names)
        .map(([name, quota]) => (
          <QuotaBar key={name} name={name} used={plan.usage[name] ?? 0} quota={quota} />
        ))}
      {(['unit_extra_fields', 'unit_notify_settings'] as const).map((name) => (
        <UnitLimit key={name} title={words.unitLimits[name]} most={plan.unit_limits[name]} />
      ))}
    </div>
  )
}

/** Unlimited quotas are left out. */
const UnitLimit = ({ title, most }: { title: string; most: number | null }) =>
  most !== null && (
    <div className={classes.quota}>
      <span>{title}</span>
      <span className={classes.amount}>{words.atMost(formatQuota('', most))}</span>
    </div>
  )

/** A plan that was reduced may be exceeded. */
function QuotaBar({ name, used, quota }: { name: string; used: number; quota: number }) {
  const percent = quota > 0 ? Math.min(100, (used / quota) * 100) : used > 0 ? 100 : 0
  const title = names[name] ?? name
  const amount = words.used(formatQuota(name, used), formatQuota(name, quota))
  return (
    <div>
      <div className={classes.quota}>
        <span>{title}</span>
        <span className={classes.amount}>{amount}</span>
      </div>
      <Progress value={percent} color={percent >= 80 ? 'blaze' : 'pine'} aria-label={`${title}: ${amount}`} />
    </div>
  )
}
