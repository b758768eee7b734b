/** Notifications, the rules that create them, and the channels that deliver them. */

import tabs from '../../shared/layout/Tabs.module.css'
import { texts } from '../../shared/texts/texts.ts'
import { ClientPage } from '../ClientPage.tsx'
import { type ClientRoute, notificationsAddress } from '../route.ts'
import type { Me } from '../types.ts'
import type { Fleet } from '../units/use-fleet.ts'
import { ChannelsPart } from './ChannelsPart.tsx'
import { ListPart } from './ListPart.tsx'
import classes from './NotificationsView.module.css'
import { RulesPart } from './RulesPart.tsx'

const words = texts.notifications

interface NotificationsViewProps {
  readonly route: ClientRoute & { view: 'notifications' }
  readonly fleet: Fleet
  readonly me: Me
}

export function NotificationsView({ route, fleet, me }: NotificationsViewProps) {
  const isExtended = me.modules.includes('extended_notification')
  const parts = isExtended ? (['list', 'rules', 'channels'] as const) : (['list', 'rules'] as const)
  const part = route.part === 'channels' && !isExtended ? 'list' : route.part
  return (
    <ClientPage title={words.title}>
      <nav className={`${tabs.tabs} ${classes.parts}`} aria-label={words.parts}>
        {parts.map((one) => (
          <a
            key={one}
            className={tabs.tab}
            href={notificationsAddress(one)}
            aria-current={one === part ? 'page' : undefined}
          >
            {words.part[one]}
          </a>
        ))}
      </nav>
      {part === 'list' && <ListPart open={route.open} />}
      {part === 'rules' && <RulesPart fleet={fleet} modules={me.modules} />}
      {part === 'channels' && <ChannelsPart me={me} />}
    </ClientPage>
  )
}
