/** Public links of one unit: its live position for anybody, and a toolbox for its installer. */
import { Button } from '@mantine/core'
import { change, useOperation } from '../../../api/queries.ts'
import { CodeBlock } from '../../../shared/content/CodeBlock.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { formatTime } from '../../../shared/format/times.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { confirm } from '../../blocks/confirm.tsx'
import { toast, toastFailure } from '../../blocks/toasts.tsx'
import type { UnitProps } from '../UnitPage.tsx'
import { hasTracker } from '../unit.ts'
import classes from '../units.module.css'

const { links } = words.units
type Kind = keyof typeof links.names

const makes = { locator: 'putConsoleUnitsByIdTokensLocator', toolbox: 'putConsoleUnitsByIdTokensToolbox' } as const
const revokes = {
  locator: 'deleteConsoleUnitsByIdTokensLocator',
  toolbox: 'deleteConsoleUnitsByIdTokensToolbox',
} as const

export function LinksPanel({ unit }: UnitProps) {
  const query = useOperation('getConsoleUnitsByIdTokens', { id: unit.id })
  const kinds: readonly Kind[] = hasTracker(unit) ? ['locator', 'toolbox'] : ['locator']
  return (
    <Panel title={links.title}>
      <p className={classes.intro}>{links.explain}</p>
      <Loaded query={query} height={120}>
        {(found) => (
          <div className={classes.stack}>
            {kinds.map((kind) => (
              <Link key={kind} unit={unit} kind={kind} link={found.find((one) => one.kind === kind)} />
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

interface LinkProps extends UnitProps {
  readonly kind: Kind
  readonly link: { readonly link: string; readonly until: number } | undefined
}

function Link({ unit, kind, link }: LinkProps) {
  const name = links.names[kind]
  return (
    <div className={classes.stack}>
      <p className={classes.line}>
        <strong>{name}.</strong> {links.hints[kind]} {link && links.until(formatTime(link.until))}
      </p>
      {link && <CodeBlock text={link.link} label={links.of(name)} wraps />}
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          aria-label={`${link ? links.renew : links.create}: ${name}`}
          onClick={() => void change(makes[kind], { id: unit.id }, {}).catch(toastFailure)}
        >
          {link ? links.renew : links.create}
        </Button>
        {link && (
          <Button
            variant="default"
            size="xs"
            c="var(--mantine-color-error)"
            aria-label={`${links.revoke}: ${name}`}
            onClick={() => void revoke(unit.id, kind).catch(toastFailure)}
          >
            {links.revoke}
          </Button>
        )}
      </div>
    </div>
  )
}

async function revoke(id: number, kind: Kind): Promise<void> {
  const title = links.revokeTitle(links.names[kind])
  if (!(await confirm({ title, text: links.revokeText, canBeUndone: false, act: links.revoke }))) return
  await change(revokes[kind], { id })
  toast(links.revoked)
}
