/** Public links of one unit: its live position for anybody, and a toolbox for its installer. */
import { Button, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { change, useOperation } from '../../../api/queries.ts'
import { Refused } from '../../../shared/api.ts'
import { CopyLine } from '../../../shared/content/CopyLine.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { formatDeadline } from '../../../shared/format/times.ts'
import { ConfirmButton } from '../../../shared/forms/ConfirmButton.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import tools from '../../../shared/tools/tools.module.css'

const words = texts.tools.links
const kinds = ['locator', 'toolbox'] as const
type Kind = (typeof kinds)[number]

const modulesOf: Readonly<Record<Kind, string>> = { locator: 'sharing', toolbox: 'tools' }
const makes = { locator: 'putClientUnitsByIdTokensLocator', toolbox: 'putClientUnitsByIdTokensToolbox' } as const
const revokes = {
  locator: 'deleteClientUnitsByIdTokensLocator',
  toolbox: 'deleteClientUnitsByIdTokensToolbox',
} as const

export function LinksPanel({ unit, modules }: { unit: number; modules: readonly string[] }) {
  const query = useOperation('getClientUnitsByIdTokens', { id: unit })
  const own = kinds.filter((kind) => modules.includes(modulesOf[kind]))
  // Not every role may share.
  const isRefused = query.error instanceof Refused && query.error.status === 403
  if (own.length === 0 || isRefused) return null
  return (
    <section className={tools.panel} aria-label={words.title}>
      <Title order={3} className={tools.title}>
        {words.title}
      </Title>
      <Text size="sm" c="dimmed">
        {words.explain}
      </Text>
      <Loaded query={query} height={80}>
        {(links) =>
          own.map((kind) => <Link key={kind} unit={unit} kind={kind} link={links.find((one) => one.kind === kind)} />)
        }
      </Loaded>
    </section>
  )
}

interface LinkProps {
  readonly unit: number
  readonly kind: Kind
  readonly link: { readonly link: string; readonly until: number } | undefined
}

function Link({ unit, kind, link }: LinkProps) {
  const making = useMutation({ mutationFn: () => change(makes[kind], { id: unit }, {}) })
  const name = words.names[kind]
  return (
    <div className={tools.part}>
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {[words.hints[kind], link && words.until(formatDeadline(link.until))].filter(Boolean).join(' ')}
        </Text>
      </div>
      {link && <CopyLine text={link.link} label={`${words.copy}: ${name}`} />}
      <Failure error={making.error} />
      <div className={tools.buttons}>
        {link ? (
          <ConfirmButton
            label={words.revoke}
            of={name}
            effect={words.revokeEffect}
            sure={words.revokeSure}
            act={() => change(revokes[kind], { id: unit })}
          />
        ) : (
          <Button
            variant="default"
            size="xs"
            aria-label={`${words.create}: ${name}`}
            loading={making.isPending}
            onClick={() => making.mutate()}
          >
            {words.create}
          </Button>
        )}
      </div>
    </div>
  )
}
