/** The page of a dealer's sign-up link: the dealer, and how to sign in. An email confirms the address. */
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Refused } from '../../shared/api.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { AuthForm } from '../../shared/auth/AuthForm.tsx'
import { AuthLayout, ToLogin } from '../../shared/auth/AuthLayout.tsx'
import { CompanyCard } from '../../shared/content/CompanyCard.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { EmailField, emailFault, PasswordField, passwordFault } from '../../shared/forms/fields.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { language, texts } from '../../shared/texts/texts.ts'
import { SentPage } from './SentPage.tsx'

const words = texts.owner.signUp

export interface SignUpLink {
  readonly client_id: string
  readonly key: string
}

export function SignUpPage({ link }: { link: SignUpLink }) {
  const offer = useQuery({
    queryKey: ['postClientSignUpOffer', link],
    queryFn: ({ signal }) => call('postClientSignUpOffer', undefined, link, signal),
    // Each wrong link counts as a guess, so it is checked once.
    staleTime: 'static',
    enabled: link.key !== '',
  })
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    start: { email: '', password: '' },
    judge: ({ email, password }) => ({ email: emailFault(email), password: passwordFault(password) }),
    send: async ({ email, password }) => {
      await call('postClientSignUp', undefined, { ...link, email: email.trim(), password, lang: language })
      setSentTo(email.trim())
    },
  })
  if (sentTo) return <SentPage to={sentTo} again={() => setSentTo(undefined)} />
  if (!offer.data) {
    return (
      <AuthLayout title={words.title}>
        {link.key === '' || isInvalid(offer.error) ? (
          <Notice tone="bad">{words.invalid}</Notice>
        ) : offer.error ? (
          <Failure error={offer.error} retry={offer.refetch} />
        ) : (
          <Skeleton height={240} role="status" aria-label={texts.shared.loading} />
        )}
        <ToLogin words={words.have} />
      </AuthLayout>
    )
  }
  const { company, brand, app_id } = offer.data
  return (
    <AuthLayout title={words.title} explain={words.with(company.name, applicationTitle(app_id))}>
      <CompanyCard company={company} brand={brand} isNamed={false} />
      <AuthForm
        form={form}
        act={words.button}
        // The link may have been replaced while the person chose a password.
        refusal={isInvalid(form.error) ? <Notice tone="bad">{words.invalid}</Notice> : undefined}
        waysOut={<ToLogin words={words.have} />}
      >
        <EmailField {...form.field('email')} />
        <PasswordField kind="new" label={texts.client.password} {...form.field('password')} />
      </AuthForm>
    </AuthLayout>
  )
}

/** Not about a field of the form: it is the link. */
const isInvalid = (error: unknown): boolean => error instanceof Refused && error.code === 'FAILED_VALIDATION'
