/** The most used actions of a unit, one click away from its card. Actions outside the plan are hidden. */
import type { ReactNode } from 'react'
import { CarIcon, ClockIcon, FollowIcon, ShareIcon, TerminalIcon, WrenchIcon } from '../../../shared/content/Icons.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { hasPage } from '../../frame/menu.ts'
import { maintenanceAddress, sharingAddress, timelineAddress, vehicleAddress } from '../../route.ts'
import { dateOf } from '../../timeline/days/day.ts'
import classes from './QuickActions.module.css'

const words = texts.fleet

interface QuickActionsProps {
  readonly unit: number
  readonly modules: readonly string[]
  readonly mayCommand: boolean
  readonly nowSeconds: number
  /** Undefined without a position. */
  readonly isFollowing: boolean | undefined
  onFollow(isFollowing: boolean): void
  onCommand(): void
}

export function QuickActions(props: QuickActionsProps) {
  const { unit, modules, mayCommand, nowSeconds, isFollowing, onFollow, onCommand } = props
  const links: readonly {
    readonly view: Parameters<typeof hasPage>[0]
    readonly word: string
    readonly label?: string
    readonly address: string
    readonly icon: ReactNode
  }[] = [
    {
      view: 'timeline',
      word: texts.timeline.title,
      label: words.showDay,
      address: timelineAddress(dateOf(nowSeconds), [unit]),
      icon: <ClockIcon />,
    },
    { view: 'sharing', word: words.share, address: sharingAddress([unit]), icon: <ShareIcon /> },
    { view: 'vehicles', word: words.vehicle, address: vehicleAddress(unit), icon: <CarIcon /> },
    { view: 'maintenance', word: texts.maintenance.title, address: maintenanceAddress(unit), icon: <WrenchIcon /> },
  ]
  return (
    <div className={classes.actions}>
      {isFollowing !== undefined && (
        <button
          type="button"
          aria-pressed={isFollowing}
          aria-label={texts.client.units.follow}
          onClick={() => onFollow(!isFollowing)}
        >
          <FollowIcon />
          {texts.client.units.followShort}
        </button>
      )}
      {links
        .filter(({ view }) => hasPage(view, modules))
        .map(({ view, word, label, address, icon }) => (
          <a key={view} href={address} aria-label={label}>
            {icon}
            {word}
          </a>
        ))}
      {modules.includes('command') && mayCommand && (
        <button type="button" onClick={onCommand}>
          <TerminalIcon />
          {words.command}
        </button>
      )}
    </div>
  )
}
