import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ColorSchemeSwitch } from '../shared/ColorSchemeSwitch.tsx'
import { ListIcon, MapIcon, PersonIcon } from '../shared/Icons.tsx'
import mark from '../shared/mark.svg'
import { texts } from '../shared/texts/texts.ts'
import classes from './AppBar.module.css'
import type { Me } from './client-api.ts'
import type { Place } from './place.ts'
import type { LiveState } from './units/live.ts'

const { menu, units } = texts.client

interface AppBarProps {
  readonly me: Me
  readonly place: Place
  readonly live: LiveState
  leave(): Promise<void>
}

export function AppBar({ me, place, live, leave }: AppBarProps) {
  const isAccount = place.view === 'account'
  return (
    <header className={classes.bar} style={me.brand.colour ? { borderTopColor: me.brand.colour } : undefined}>
      <span className={classes.brand}>
        {me.brand.logo ? (
          <img src={me.brand.logo} alt={me.company.name} className={classes.logo} />
        ) : (
          <img src={mark} alt="" width="28" height="28" />
        )}
        <span className={classes.title}>{me.account.title}</span>
      </span>
      <nav className={classes.menu} aria-label={menu.label}>
        <a href="#/units" aria-current={isAccount ? undefined : 'page'}>
          {menu.units}
        </a>
        <a href="#/account" aria-current={isAccount ? 'page' : undefined}>
          {menu.account}
        </a>
      </nav>
      <div className={classes.tools}>
        <span className={classes.live} data-live={live} role="status" title={units.live[live]}>
          {units.live[live === 'broken' ? 'connecting' : live]}
        </span>
        <ColorSchemeSwitch />
        <Button variant="default" size="xs" onClick={() => void leave()}>
          {menu.logout}
        </Button>
      </div>
    </header>
  )
}

const tabs: readonly [address: string, word: string, icon: ReactNode, views: readonly Place['view'][]][] = [
  ['#/units', menu.list, <ListIcon key="list" />, ['list']],
  ['#/map', menu.map, <MapIcon key="map" />, ['map', 'unit']],
  ['#/account', menu.account, <PersonIcon key="account" />, ['account']],
]

/** On a phone, under the thumb. */
export const TabBar = ({ place }: { place: Place }) => (
  <nav className={classes.tabs} aria-label={menu.label}>
    {tabs.map(([address, word, icon, views]) => (
      <a key={address} href={address} aria-current={views.includes(place.view) ? 'page' : undefined}>
        {icon}
        {word}
      </a>
    ))}
  </nav>
)
