/** Events and notifications, with the rules and channels behind them. */
import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import tabs from '../../shared/layout/Tabs.module.css'
import { texts } from '../../shared/texts/texts.ts'
import { ClientPage } from '../frame/ClientPage.tsx'
import { type InboxPart, inboxAddress, inboxParts } from '../route.ts'
import { useSensors } from '../sensors/use-sensors.ts'
import { EventsPart } from './EventsPart.tsx'
import classes from './InboxView.module.css'
import { NotificationsPart } from './NotificationsPart.tsx'
import type { PartProps } from './part.ts'

const RulesPart = lazy(async () => ({ default: (await import('../notifications/RulesPart.tsx')).RulesPart }))
const ChannelsPart = lazy(async () => ({ default: (await import('../notifications/ChannelsPart.tsx')).ChannelsPart }))

const words = texts.inbox

const needed: Readonly<Record<InboxPart, string>> = {
  list: 'notification',
  events: 'unit_event',
  rules: 'notification',
  channels: 'extended_notification',
}

export function InboxView({ route, fleet, me }: Omit<PartProps, 'nav'>) {
  useSensors(me.modules)
  const parts = inboxParts.filter((part) => me.modules.includes(needed[part]))
  const part = parts.includes(route.part) ? route.part : parts[0]
  const nav = <PartTabs parts={parts} part={part} />
  if (part === 'list') return <NotificationsPart key={route.open} {...{ route, fleet, me, nav }} />
  if (part === 'events') return <EventsPart {...{ route, fleet, me, nav }} />
  return (
    <ClientPage title={words.title}>
      {nav}
      <Suspense fallback={<Skeleton height={180} role="status" aria-label={texts.shared.loading} />}>
        {part === 'rules' ? <RulesPart fleet={fleet} modules={me.modules} /> : <ChannelsPart me={me} />}
      </Suspense>
    </ClientPage>
  )
}

const PartTabs = ({ parts, part }: { parts: readonly InboxPart[]; part: InboxPart | undefined }): ReactNode => (
  <nav className={`${tabs.tabs} ${classes.parts}`} aria-label={words.parts}>
    {parts.map((one) => (
      <a key={one} className={tabs.tab} href={inboxAddress(one)} aria-current={one === part ? 'page' : undefined}>
        {words.part[one]}
      </a>
    ))}
  </nav>
)
