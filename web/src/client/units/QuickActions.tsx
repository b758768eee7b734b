/** What is done with a unit most often, one click away from its card. What the plan does not have is not there. */
import { Button } from '@mantine/core'
import { texts } from '../../shared/texts/texts.ts'
import { hasPage } from '../menu.ts'
import { maintenanceAddress, sharingAddress, timelineAddress } from '../route.ts'
import { dateOf } from '../timeline/day.ts'
import classes from './QuickActions.module.css'

const words = texts.fleet

/** The part of the card with commands, which is further down. */
export const commandsPart = 'commands'

interface QuickActionsProps {
  readonly unit: number
  readonly modules: readonly string[]
  readonly mayCommand: boolean
  readonly nowSeconds: number
}

export function QuickActions({ unit, modules, mayCommand, nowSeconds }: QuickActionsProps) {
  const links = [
    ['timeline', words.showDay, timelineAddress(dateOf(nowSeconds), [unit])],
    ['sharing', words.share, sharingAddress([unit])],
    ['maintenance', texts.maintenance.title, maintenanceAddress(unit)],
  ] as const
  return (
    <div className={classes.actions}>
      {links
        .filter(([view]) => hasPage(view, modules))
        .map(([view, word, address]) => (
          <Button key={view} component="a" variant="default" size="xs" href={address}>
            {word}
          </Button>
        ))}
      {modules.includes('command') && mayCommand && (
        <Button variant="default" size="xs" onClick={goToCommands}>
          {words.command}
        </Button>
      )}
    </div>
  )
}

/** No link: behind the `#` of the address is the place in the application. */
function goToCommands(): void {
  const part = document.getElementById(commandsPart)
  part?.scrollIntoView()
  part?.querySelector<HTMLElement>('select, button, input')?.focus({ preventScroll: true })
}
