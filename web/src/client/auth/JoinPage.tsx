/** The page of an invitation to an account: the person chooses a username and a password. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { AuthForm } from '../../shared/auth/AuthForm.tsx'
import { AuthLayout, ToLogin } from '../../shared/auth/AuthLayout.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { PasswordField, passwordFault } from '../../shared/forms/fields.tsx'
import { TextField, useForm } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { goToLogin } from '../session.ts'

const words = texts.people.join

export function JoinPage({ token }: { token: string }) {
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('postClientPeopleInvitationsRead', undefined, { token }),
    retry: false,
  })
  if (query.isError) {
    return (
      <AuthLayout title={words.title}>
        <Notice tone="warning">{words.stale}</Notice>
        <ToLogin />
      </AuthLayout>
    )
  }
  const { account, role } = query.data ?? {}
  const explain = account !== undefined && role && words.explain(account, texts.people.roles[role])
  return (
    <AuthLayout title={words.title} {...(explain && { explain })}>
      <Loaded query={query}>{({ email }) => <Choose token={token} email={email} />}</Loaded>
    </AuthLayout>
  )
}

function Choose({ token, email }: { token: string; email: string }) {
  const form = useForm({
    start: { username: '', password: '' },
    judge: ({ password }) => ({ password: passwordFault(password) }),
    send: async ({ username, password }) => {
      await call('postClientPeopleInvitationsAccept', undefined, { token, username: username.trim(), password })
      goToLogin()
    },
  })
  return (
    <AuthForm form={form} act={words.act} waysOut={<ToLogin />}>
      <Text size="sm">{words.email(email)}</Text>
      <TextField
        form={form}
        name="username"
        label={words.username}
        hint={words.usernameHint}
        autoComplete="username"
        isRequired
        maxLength={50}
      />
      <PasswordField kind="new" {...form.field('password')} />
    </AuthForm>
  )
}
