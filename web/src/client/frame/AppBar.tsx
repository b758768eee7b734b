import { useMemo } from 'react'
import { BrandBar } from '../../shared/layout/BrandBar.tsx'
import { ColorSchemeSwitch } from '../../shared/layout/ColorSchemeSwitch.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { Bell } from '../notifications/Bell.tsx'
import type { ClientRoute } from '../route.ts'
import type { Me } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { AccountMenu } from './AccountMenu.tsx'
import classes from './AppBar.module.css'
import { menuOf, tabsOf } from './menu.ts'
import { menuIcons } from './menu-icons.tsx'
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
        <AccountMenu me={me} leave={leave} />
      </div>
    </BrandBar>
  )
}

/** The tabs at the bottom of a phone. */
export const TabBar = ({ me, route }: { me: Me; route: ClientRoute }) => (
  <nav className={classes.tabs} aria-label={menu.label}>
    {tabsOf(me.modules).tabs.map(({ address, word, views }) => (
      <a key={address} href={address} aria-current={views.includes(route.view) ? 'page' : undefined}>
        {menuIcons[address]}
        {word}
      </a>
    ))}
  </nav>
)

/** Entries that do not fit into the tabs. */
export const MorePage = ({ me }: { me: Me }) => (
  <main className={classes.more}>
    <h1>{menu.more}</h1>
    {tabsOf(me.modules).more.map(({ address, word }) => (
      <a key={address} href={address}>
        {menuIcons[address]}
        {word}
      </a>
    ))}
  </main>
)
