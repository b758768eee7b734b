import { Anchor, Text } from '@mantine/core'
import { call } from '../../api/call.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { endSession, setEndReason } from '../session.ts'
import type { Me } from '../types.ts'
import classes from './ServicePanel.module.css'

const words = texts.people

async function leave(): Promise<void> {
  await call('deleteClientPeopleCurrent', undefined)
  setEndReason('out')
  await endSession()
}

/** A link to the people for owners; for everyone else, a button to leave. */
export const PeoplePanel = ({ me }: { me: Me }) => (
  <Panel title={words.title}>
    <div className={classes.modes}>
      {me.operations.includes('client.manage-people') ? (
        <>
          <Text size="sm" c="dimmed">
            {words.explain}
          </Text>
          <Anchor href="#/people">{words.open}</Anchor>
          <Anchor href="#/activity">{words.activity.open}</Anchor>
        </>
      ) : (
        <ConfirmButton label={words.leave} effect={words.leaveEffect} sure={words.leaveSure} act={leave} />
      )}
    </div>
  </Panel>
)
