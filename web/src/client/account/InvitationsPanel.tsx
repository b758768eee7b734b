/** Invitations of dealers who want to manage this account. Hidden if there are none. */
import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { change, useOperation } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { formatDay } from '../../shared/format/times.ts'
import classes from '../../shared/forms/Setting.module.css'
import { texts } from '../../shared/texts/texts.ts'
import type { Invitation, Me } from '../types.ts'
import { ListPanel } from './ListPanel.tsx'

const words = texts.account.invitations

export function InvitationsPanel({ me }: { me: Me }) {
  const invitations = useOperation('getClientInvitations', undefined)
  if (!invitations.data?.length) return null
  return (
    <ListPanel
      title={words.title}
      none=""
      query={invitations}
      row={(one) => <InvitationRow key={one.id} invitation={one} before={me.company.name} />}
    />
  )
}

function InvitationRow({ invitation: { id, dealer, expires_at }, before }: { invitation: Invitation; before: string }) {
  const answering = useMutation({
    mutationFn: (word: 'accept' | 'decline') =>
      change(word === 'accept' ? 'postClientInvitationsByIdAccept' : 'postClientInvitationsByIdDecline', { id }),
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
            loading={answering.isPending}
            onClick={() => answering.mutate('accept')}
          >
            {words.accept}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={words.declineLabel(dealer)}
            disabled={answering.isPending}
            onClick={() => answering.mutate('decline')}
          >
            {words.decline}
          </Button>
        </Group>
      </div>
      <Failure error={answering.error} />
    </li>
  )
}
