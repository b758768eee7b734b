import { Text, Title } from '@mantine/core'
import { change, useOperation } from '../../../api/queries.ts'
import { Refused } from '../../../shared/api.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import tools from '../../../shared/tools/tools.module.css'
import { type LinkKind, UnitLinks } from '../../../shared/tools/UnitLinks.tsx'

const words = texts.tools.links
const modulesOf: Readonly<Record<LinkKind, string>> = { locator: 'sharing', toolbox: 'tools' }
const makes = { locator: 'putClientUnitsByIdTokensLocator', toolbox: 'putClientUnitsByIdTokensToolbox' } as const
const revokes = {
  locator: 'deleteClientUnitsByIdTokensLocator',
  toolbox: 'deleteClientUnitsByIdTokensToolbox',
} as const

export function LinksPanel({ unit, modules }: { unit: number; modules: readonly string[] }) {
  const query = useOperation('getClientUnitsByIdTokens', { id: unit })
  const kinds = (['locator', 'toolbox'] as const).filter((kind) => modules.includes(modulesOf[kind]))
  // Not every role may share.
  const isRefused = query.error instanceof Refused && query.error.status === 403
  if (kinds.length === 0 || isRefused) return null
  return (
    <section className={tools.panel} aria-label={words.title}>
      <Title order={3} className={tools.title}>
        {words.title}
      </Title>
      <Text size="sm" c="dimmed">
        {words.explain}
      </Text>
      <Loaded query={query} height={80}>
        {(links) => (
          <UnitLinks
            kinds={kinds}
            links={links}
            make={(kind) => change(makes[kind], { id: unit }, {})}
            revoke={(kind) => change(revokes[kind], { id: unit })}
          />
        )}
      </Loaded>
    </section>
  )
}
