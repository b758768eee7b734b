import { Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import {
  BellIcon,
  BuildingIcon,
  ChartIcon,
  ClockIcon,
  FenceIcon,
  ListIcon,
  MailIcon,
  MapIcon,
  MoreIcon,
  PersonIcon,
  ShareIcon,
  TagIcon,
  WrenchIcon,
} from '../shared/content/Icons.tsx'
import { BrandBar } from '../shared/layout/BrandBar.tsx'
import { ColorSchemeSwitch } from '../shared/layout/ColorSchemeSwitch.tsx'
import { texts } from '../shared/texts/texts.ts'
import classes from './AppBar.module.css'
import { menuOf, tabsOf } from './menu.ts'
import { Bell } from './notifications/Bell.tsx'
import type { ClientRoute } from './route.ts'
import type { Me } from './types.ts'
import type { Fleet } from './units/use-fleet.ts'
import { WideMenu } from './WideMenu.tsx'

const { menu, units } = texts.client

interface AppBarProps {
  readonly me: Me
  readonly route: ClientRoute
  readonly fleet: Fleet
  leave(): Promise<void>
}

export function AppBar({ me, route, fleet, leave }: AppBarProps) {
  const { live } = fleet
  const entries = useMemo(() => menuOf(me.modules), [me.modules])
  return (
    <BrandBar brand={me.brand} company={me.company.name} title={me.account.title}>
      <WideMenu entries={entries} view={route.view} />
      <div className={classes.tools}>
        <span className={classes.live} data-live={live} role="status" title={units.live[live]}>
          {units.live[live === 'broken' ? 'connecting' : live]}
        </span>
        {me.modules.includes('notification') && <Bell />}
        <ColorSchemeSwitch words={texts.shared.colours} />
        <Button variant="default" size="xs" onClick={() => void leave()}>
          {menu.logout}
        </Button>
      </div>
    </BrandBar>
  )
}

const icons: Readonly<Record<string, ReactNode>> = {
  '#/units': <ListIcon />,
  '#/map': <MapIcon />,
  '#/timeline': <ClockIcon />,
  '#/events': <BellIcon />,
  '#/geofences': <FenceIcon />,
  '#/notifications': <MailIcon />,
  '#/statistics': <ChartIcon />,
  '#/sharing': <ShareIcon />,
  '#/maintenance': <WrenchIcon />,
  '#/assets': <TagIcon />,
  '#/buildings': <BuildingIcon />,
  '#/dwell': <ChartIcon />,
  '#/more': <MoreIcon />,
  '#/account': <PersonIcon />,
}

/** On a phone, under the thumb. */
export const TabBar = ({ me, route }: { me: Me; route: ClientRoute }) => (
  <nav className={classes.tabs} aria-label={menu.label}>
    {tabsOf(me.modules).tabs.map(({ address, word, views }) => (
      <a key={address} href={address} aria-current={views.includes(route.view) ? 'page' : undefined}>
        {icons[address]}
        {word}
      </a>
    ))}
  </nav>
)

/** What did not fit into the tabs. */
export const MorePage = ({ me }: { me: Me }) => (
  <main className={classes.more}>
    <h1>{menu.more}</h1>
    {tabsOf(me.modules).more.map(({ address, word }) => (
      <a key={address} href={address}>
        {icons[address]}
        {word}
      </a>
    ))}
  </main>
)
