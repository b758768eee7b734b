/** Dealers who would like to have this account. Without any there is nothing to see. */
import { Button, Group, Text } from '@mantine/core'
import { useAsked, useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatDay } from '../../shared/times.ts'
import { change, get, type Invitation, type Me } from '../client-api.ts'
import classes from './AccountView.module.css'
import { AskedPanel } from './AskedPanel.tsx'

const words = texts.account.invitations
const listInvitations = (signal: AbortSignal) => get<readonly Invitation[]>('/invitations', signal)

export function InvitationsPanel({ me, reload }: { me: Me; reload: () => Promise<void> }) {
  const [invitations, again] = useAsked(listInvitations)
  if (invitations.kind !== 'here' || invitations.value.length === 0) return null
  const reloadAll = async () => {
    await again()
    await reload()
  }
  return (
    <AskedPanel
      title={words.title}
      none=""
      asked={invitations}
      reload={again}
      row={(one) => <InvitationRow key={one.id} invitation={one} before={me.company.name} reload={reloadAll} />}
    />
  )
}

interface RowProps {
  readonly invitation: Invitation
  readonly before: string
  reload(): Promise<void>
}

function InvitationRow({ invitation: { id, dealer, expires_at }, before, reload }: RowProps) {
  const answering = useDoing()
  const answer = (word: 'accept' | 'decline') =>
    answering.run(async () => {
      await change('POST', `/invitations/${id}/${word}`)
      await reload()
    })
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{words.from(dealer)}</Text>
        <Text size="sm">{words.effect(before, dealer)}</Text>
        <Text size="sm" c="dimmed">
          {words.until(formatDay(expires_at))}
        </Text>
        <Group mt="xs" gap="xs">
          <Button
            size="xs"
            aria-label={words.acceptLabel(dealer)}
            loading={answering.isBusy}
            onClick={() => void answer('accept')}
          >
            {words.accept}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={words.declineLabel(dealer)}
            disabled={answering.isBusy}
            onClick={() => void answer('decline')}
          >
            {words.decline}
          </Button>
        </Group>
      </div>
      {answering.error !== undefined && <Failure error={answering.error} />}
    </li>
  )
}
