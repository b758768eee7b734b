/** Deletes the account: the password, then a week in which it can be undone. */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { change, useChange } from '../../api/queries.ts'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { formatDeadline } from '../../shared/format/times.ts'
import { PasswordField } from '../../shared/forms/fields.tsx'
import { Form, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'

const words = texts.owner.erasure
const { faults } = texts.client

export const ErasurePanel = ({ eraseAt }: { eraseAt: number | null }) => (
  <Panel title={words.panel}>{eraseAt === null ? <Ask /> : <Scheduled at={eraseAt} />}</Panel>
)

function Ask() {
  const [isOpen, setIsOpen] = useState(false)
  const form = useForm({
    start: { password: '' },
    judge: ({ password }) => ({ password: password ? undefined : faults.missing }),
    refusals: { password: faults.wrongPassword },
    send: ({ password }) => change('deleteClientMe', undefined, { password }),
  })
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {words.explain} {words.exportFirst}
      </Text>
      {isOpen ? (
        <Form form={form} label={words.panel} act={words.button} cancel={() => setIsOpen(false)} isDangerous>
          <PasswordField label={texts.account.security.yourPassword} {...form.field('password')} />
        </Form>
      ) : (
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => setIsOpen(true)}>
          {words.button}
        </Button>
      )}
    </>
  )
}

function Scheduled({ at }: { at: number }) {
  const undoing = useChange('deleteClientMeErasure')
  return (
    <>
      <Notice tone="warning">{words.scheduled(formatDeadline(at))}</Notice>
      <Failure error={undoing.error} />
      <Button mt="sm" loading={undoing.isPending} onClick={() => undoing.mutate({ params: undefined })}>
        {words.keep}
      </Button>
    </>
  )
}
