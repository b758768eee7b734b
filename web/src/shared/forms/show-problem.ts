/** After submitting a long form, scrolls to the first problem once it is drawn. */
export function showFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const problem = form.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    problem?.scrollIntoView({ block: 'center' })
    if (problem instanceof HTMLInputElement) problem.focus({ preventScroll: true })
  })
}
