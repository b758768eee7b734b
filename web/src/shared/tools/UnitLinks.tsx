/** Public links of one unit: its live position for anyone, and a toolbox for its installer. */
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CopyLine } from '../content/CopyLine.tsx'
import { Failure } from '../feedback/Notice.tsx'
import { formatDeadline } from '../format/times.ts'
import { ConfirmButton } from '../forms/ConfirmButton.tsx'
import { texts } from '../texts/texts.ts'
import classes from './tools.module.css'

const words = texts.tools.links
export type LinkKind = keyof typeof words.names

interface UnitLinksProps {
  readonly kinds: readonly LinkKind[]
  readonly links: readonly { readonly kind: string; readonly link: string; readonly until: number }[]
  make(kind: LinkKind): Promise<unknown>
  revoke(kind: LinkKind): Promise<unknown>
}

export const UnitLinks = ({ kinds, links, ...acts }: UnitLinksProps) =>
  kinds.map((kind) => <Link key={kind} kind={kind} link={links.find((one) => one.kind === kind)} {...acts} />)

interface LinkProps extends Pick<UnitLinksProps, 'make' | 'revoke'> {
  readonly kind: LinkKind
  readonly link: { readonly link: string; readonly until: number } | undefined
}

/** A new link replaces the previous one, so creating and replacing are the same. */
function Link({ kind, link, make, revoke }: LinkProps) {
  const making = useMutation({ mutationFn: () => make(kind) })
  const name = words.names[kind]
  const act = link ? words.renew : words.create
  return (
    <div className={classes.part}>
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
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          aria-label={`${act}: ${name}`}
          loading={making.isPending}
          onClick={() => making.mutate()}
        >
          {act}
        </Button>
        {link && (
          <ConfirmButton
            label={words.revoke}
            of={name}
            effect={words.revokeEffect}
            sure={words.revokeSure}
            act={() => revoke(kind)}
          />
        )}
      </div>
    </div>
  )
}
