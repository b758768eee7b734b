/** The page of the link in the log of a new installation: creates the first operator and signs them in. */
import { call } from '../../api/call.ts'
import { Refused } from '../../shared/api.ts'
import { AuthForm } from '../../shared/auth/AuthForm.tsx'
import { AuthLayout } from '../../shared/auth/AuthLayout.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { EmailField, emailFault, PasswordField, passwordFault, repeatFault } from '../../shared/forms/fields.tsx'
import { TextField, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { ToSignIn } from './ToSignIn.tsx'

const { setUp } = words.entrance

export function SetUpPage({ token }: { token: string }) {
  const form = useForm({
    start: { name: '', email: '', password: '', repeated: '' },
    judge: ({ email, password, repeated }) => ({
      email: emailFault(email),
      password: passwordFault(password),
      repeated: repeatFault(password, repeated),
    }),
    send: async ({ name, email, password }) => {
      const named = name.trim() && { name: name.trim() }
      await call('postConsoleSetup', undefined, { token, email: email.trim(), password, ...named })
      window.location.replace('/operator#/set-up')
      // A new fragment alone does not load the page again.
      window.location.reload()
    },
  })
  return (
    <AuthLayout title={setUp.title} explain={setUp.explain}>
      <AuthForm form={form} act={setUp.act} refusal={refusalOf(form.error)} waysOut={<ToSignIn />}>
        <TextField form={form} name="name" label={setUp.name} size="md" autoComplete="name" maxLength={100} />
        <EmailField {...form.field('email')} />
        <PasswordField kind="new" {...form.field('password')} />
        <PasswordField kind="repeat" {...form.field('repeated')} />
      </AuthForm>
    </AuthLayout>
  )
}

function refusalOf(error: unknown) {
  if (!(error instanceof Refused)) return undefined
  if (error.status === 404) return <Notice tone="warning">{setUp.done}</Notice>
  return error.status === 400 ? <Notice tone="warning">{setUp.stale}</Notice> : undefined
}
