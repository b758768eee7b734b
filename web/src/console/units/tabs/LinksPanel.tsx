import { change, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { type LinkKind, UnitLinks } from '../../../shared/tools/UnitLinks.tsx'
import type { UnitProps } from '../unit.ts'
import { hasTracker } from '../unit.ts'
import classes from '../units.module.css'

const { links: words } = texts.tools
const makes = { locator: 'putConsoleUnitsByIdTokensLocator', toolbox: 'putConsoleUnitsByIdTokensToolbox' } as const
const revokes = {
  locator: 'deleteConsoleUnitsByIdTokensLocator',
  toolbox: 'deleteConsoleUnitsByIdTokensToolbox',
} as const

export function LinksPanel({ unit: { id, ...unit } }: UnitProps) {
  const query = useOperation('getConsoleUnitsByIdTokens', { id })
  const kinds: readonly LinkKind[] = hasTracker(unit) ? ['locator', 'toolbox'] : ['locator']
  return (
    <Panel title={words.title}>
      <p className={classes.intro}>{words.explain}</p>
      <Loaded query={query} height={120}>
        {(links) => (
          <div className={classes.stack}>
            <UnitLinks
              kinds={kinds}
              links={links}
              make={(kind) => change(makes[kind], { id }, {})}
              revoke={(kind) => change(revokes[kind], { id })}
            />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
