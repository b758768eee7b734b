import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { change, useChange, useOperation } from '../../../api/queries.ts'
import { CopyBlock } from '../../../shared/content/CopyBlock.tsx'
import { MailIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { emailFault } from '../../../shared/forms/fields.tsx'
import { Form, TextField, useForm } from '../../../shared/forms/form.tsx'
import { words } from '../../../shared/texts/console.ts'
import { toast } from '../../blocks/toasts.tsx'
import { useDealer } from '../../session.ts'
import { activationLink, newLoginKey } from '../activation.ts'
import type { ActProps } from '../client.ts'
import { useLoginUrl } from '../use-login-url.ts'
import classes from './actions.module.css'

const { actions } = words.clients

/** The server has no key that it could show again, so each time a new link is created. */
export function ActivationLink({ account, users, close }: ActProps) {
  const { company_approved } = useDealer()
  const loginUrl = useLoginUrl()
  const profile = useOperation('getConsoleAccountsByIdProfile', { id: account.id })
  const user = users[0]!
  const making = useMutation({
    mutationFn: async () => {
      const loginKey = newLoginKey()
      await change('patchUsersById', { id: user.id }, { login_key: loginKey })
      return activationLink({ loginUrl, apps: account.reg_apps, userName: user.name, loginKey })
    },
  })
  return (
    <div className={classes.content}>
      <p className={classes.line}>{actions.linkExplain}</p>
      {company_approved && !making.data && (
        <Loaded query={profile} height={120}>
          {({ email }) => <SendLink accountId={account.id} email={email ?? ''} close={close} />}
        </Loaded>
      )}
      <Failure error={making.error} />
      {making.data ? (
        <ShownLink link={making.data} />
      ) : (
        <Button
          variant={company_approved ? 'default' : 'filled'}
          loading={making.isPending}
          onClick={() => making.mutate()}
        >
          {company_approved ? actions.linkOr : actions.linkMake}
        </Button>
      )}
    </div>
  )
}

function SendLink({ accountId, email, close }: { accountId: number; email: string; close(): void }) {
  const send = useChange('postConsoleAccountsByIdInvitation')
  const form = useForm({
    start: { email },
    judge: (values) => ({ email: emailFault(values.email.trim()) }),
    send: async (values) => {
      const sent = await send.mutateAsync({ params: { id: accountId }, body: { email: values.email.trim() } })
      close()
      toast(actions.linkSent(sent.email))
    },
  })
  return (
    <Form form={form} act={actions.linkSend} label={actions.linkSend}>
      <TextField form={form} name="email" label={actions.linkTo} maxLength={200} isFirst />
    </Form>
  )
}

export const ShownLink = ({ link }: { link: string }) => (
  <>
    <CopyBlock text={link} label={actions.linkCopy} wraps />
    <Button
      component="a"
      variant="default"
      leftSection={<MailIcon />}
      href={`mailto:?subject=${encodeURIComponent(actions.linkSubject)}&body=${encodeURIComponent(actions.linkBody(link))}`}
    >
      {actions.linkMail}
    </Button>
  </>
)
