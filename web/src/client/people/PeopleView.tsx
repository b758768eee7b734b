/** The people of the account: their roles, invitations, and a link to the activity. */
import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { change, useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { formatDay } from '../../shared/format/times.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { ClientPage } from '../frame/ClientPage.tsx'
import type { Me, Person, PersonInvitation, Unit } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import classes from './PeopleView.module.css'
import { ChangeForm, InviteForm } from './PersonForm.tsx'

const words = texts.people

export function PeopleView({ me, fleet }: { me: Me; fleet: Fleet }) {
  const query = useOperation('getClientPeople', undefined)
  const [sentTo, setSentTo] = useState<string>()
  const units = fleet.units.data ?? []
  return (
    <ClientPage title={words.title} aside={<Anchor href="#/activity">{words.activity.open}</Anchor>}>
      <Loaded query={query}>
        {({ people, invitations, limit }) => (
          <>
            <Text c="dimmed">{`${words.explain} ${words.used(people.length + invitations.length, limit)}.`}</Text>
            <ul className={classes.rows} aria-label={words.title}>
              {people.map((person) => (
                <li key={person.id}>
                  <Panel>
                    <PersonRow me={me} person={person} units={units} />
                  </Panel>
                </li>
              ))}
            </ul>
            {invitations.length > 0 && (
              <Panel title={words.invitations.title}>
                <ul className={classes.rows}>
                  {invitations.map((invitation) => (
                    <InvitationRow key={invitation.id} invitation={invitation} />
                  ))}
                </ul>
              </Panel>
            )}
            <Panel title={words.invite.title}>
              {sentTo && <Notice tone="good">{words.invite.done(sentTo)}</Notice>}
              <InviteForm key={sentTo} me={me} units={units} onSent={setSentTo} />
            </Panel>
          </>
        )}
      </Loaded>
    </ClientPage>
  )
}

function sightOf({ role, limited_to_units, unit_ids, group_ids }: Person): string | undefined {
  if (role === 'accountant') return undefined
  if (!limited_to_units) return words.lists.whole
  return unit_ids.length + group_ids.length === 0
    ? words.lists.none
    : words.lists.summary(unit_ids.length, group_ids.length)
}

function PersonRow({ me, person, units }: { me: Me; person: Person; units: readonly Unit[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const isMe = person.id === me.user.id
  return (
    <>
      <div className={classes.row}>
        <div className={classes.words}>
          <Text fw={550}>{isMe ? `${person.name} (${words.you})` : person.name}</Text>
          <Text size="sm" c="dimmed">
            {[person.email, words.roles[person.role], sightOf(person), person.first && words.first]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        {!isOpen && (
          <div className={classes.acts}>
            <Button
              variant="default"
              size="xs"
              aria-label={words.changeOf(person.name)}
              onClick={() => setIsOpen(true)}
            >
              {words.change}
            </Button>
            {!isMe && (
              <ConfirmButton
                label={words.remove}
                of={person.name}
                effect={words.removeEffect(person.name)}
                sure={words.removeSure}
                act={() => change('deleteClientPeopleById', { id: person.id })}
              />
            )}
          </div>
        )}
      </div>
      {isOpen && (
        <div className={classes.form}>
          <ChangeForm me={me} units={units} person={person} onDone={() => setIsOpen(false)} />
        </div>
      )}
    </>
  )
}

function InvitationRow({ invitation }: { invitation: PersonInvitation }) {
  const { id, email, role, expires_at } = invitation
  const sending = useChange('postClientPeopleInvitationsByIdResend')
  const isOver = expires_at * 1000 <= Date.now()
  const state = isOver ? words.invitations.expired : words.invitations.until(formatDay(expires_at))
  return (
    <li>
      <div className={classes.row}>
        <div className={classes.words}>
          <Text fw={550}>{email}</Text>
          <Text size="sm" c="dimmed">
            {[words.roles[role], sending.isSuccess ? words.invitations.resent : state].join(' · ')}
          </Text>
        </div>
        <div className={classes.acts}>
          <Button
            variant="default"
            size="xs"
            aria-label={words.invitations.resendOf(email)}
            loading={sending.isPending}
            onClick={() => sending.mutate({ params: { id } })}
          >
            {words.invitations.resend}
          </Button>
          <ConfirmButton
            label={words.invitations.withdraw}
            of={email}
            effect={words.invitations.withdrawEffect}
            sure={words.invitations.withdrawSure}
            act={() => change('deleteClientPeopleInvitationsById', { id })}
          />
        </div>
      </div>
      <Failure error={sending.error} />
    </li>
  )
}
