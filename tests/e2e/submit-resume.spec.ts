import { expect, type Page, test } from 'playwright/test'
import { fromOwnNetwork, VISITOR } from './accounts.ts'
import { linkMailedTo, newAddress } from './mail.ts'
import { gate } from './time.ts'

test.use({ storageState: VISITOR })
test.beforeEach(({ page }) => fromOwnNetwork(page))

const submit = (page: Page) => page.getByRole('button', { name: 'Submit resume' })

test('RESUME-01 RESUME-03 RESUME-09 RESUME-10 RESUME-11 RESUME-14 RESUME-15 RESUME-17 a resume is filled in, kept when it cannot be sent, and sent', async ({
  page,
}) => {
  await page.goto('/submit-resume')
  await expect(page.getByLabel('Country')).toHaveValue('United States')
  await submit(page).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Specialty is required')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()

  const address = newAddress()
  const typed = {
    'First name': 'Ada',
    'Last name': 'Sender',
    'Personal email': address,
    Phone: '5555550100',
    'LinkedIn URL': 'linkedin.com/in/ada',
    'Physician title': 'Cardiologist',
    'Company name': 'Larkspur Clinic',
    City: 'Reno',
    State: 'NV',
  }
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value)
  const specialty = page.getByRole('combobox', { name: 'Specialty' })
  await specialty.selectOption('Other')
  await page.getByLabel('Other specialty').fill('Space Medicine')
  await specialty.selectOption({ index: 1 })
  await expect(page.getByLabel('Other specialty')).toBeHidden()
  await specialty.selectOption('Other')

  const education = page.getByRole('list', { name: 'Education' })
  await page.getByLabel('School').fill('Tufts University')
  await expect(page.getByRole('button', { name: 'Add education' })).toBeDisabled()
  await page.getByLabel('Degree').fill('MD')
  await page.getByRole('button', { name: 'Add education' }).click()
  await page.getByLabel('School').fill('Boston College')
  await page.getByLabel('Degree').fill('BS')
  await page.keyboard.press('Enter')
  await expect(education.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove Boston College, BS' }).click()
  await expect(education.getByRole('listitem')).toHaveText(['Tufts University, MD'])
  await expect(page.getByLabel('School')).toBeFocused()

  const skill = page.getByLabel('Skill', { exact: true })
  const skills = page.getByRole('list', { name: 'Skills' }).getByRole('listitem')
  for (const text of ['ICU', 'icu ', 'Triage', 'Wound care']) {
    await skill.fill(text)
    await skill.press('Enter')
  }
  await expect(skills).toHaveText(['ICU', 'Triage', 'Wound care'])
  await page.getByRole('button', { name: 'Remove Triage' }).click()
  await expect(skills).toHaveText(['ICU', 'Wound care'])
  await expect(skill).toBeFocused()

  await page.getByLabel('School').fill('Reed College')
  await submit(page).click()
  await expect(page.getByText('Please enter the degree, or clear the school.')).toBeVisible()
  await expect(page.getByLabel('Degree')).toBeFocused()
  await page.getByLabel('School').fill('')

  await page.route('**/api/submissions', (route) => route.abort())
  await submit(page).click()
  await expect(page.getByText('Submission failed. Please try again later.')).toBeVisible()
  await expect(submit(page)).toBeFocused()
  for (const [label, value] of Object.entries(typed)) {
    await expect(page.getByLabel(label)).toHaveValue(value)
  }
  await expect(skills).toHaveText(['ICU', 'Wound care'])
  await page.unroute('**/api/submissions')
  const sent = page.waitForRequest('**/api/submissions')
  await submit(page).click()
  expect((await sent).postDataJSON()).toMatchObject({
    personal_email: address,
    specialty: 'Space Medicine',
    education: [{ school: 'Tufts University', degree: 'MD' }],
    skills: ['ICU', 'Wound care'],
  })
  await expect(page.getByText('Resume submitted successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/success$/)
  await expect(
    page.getByRole('heading', { level: 1, name: 'We have received your resume' }),
  ).toBeVisible()
  await expect(page.getByText('We sent a confirmation mail to your address')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/')
})

test('RESUME-14 RESUME-17 a resume is confirmed by a click behind the mailed link and not before, once', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/submissions/confirm')) calls.push(request.method())
  })
  const address = newAddress()
  const data = {
    ...{ first_name: 'Ada', last_name: 'Sender', title: 'RN', organization: 'Larkspur Clinic' },
    ...{ specialty: 'Nursing', personal_email: address, phone: '5555550100' },
    ...{ city: 'Reno', state: 'NV', country: 'United States' },
  }
  expect((await page.request.post('/api/submissions', { data })).status()).toBe(204)
  const link = await linkMailedTo(page, address)
  await page.goto(link)
  const confirm = page.getByRole('button', { name: 'Confirm my resume' })
  await expect(confirm).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your resume' })).toBeVisible()
  expect(calls).toEqual([])
  const answer = gate()
  await page.route('**/api/submissions/confirm', async (route) => {
    await answer.opened
    await route.continue()
  })
  await confirm.click()
  await expect(page.getByRole('button', { name: 'Confirming your resume…' })).toBeVisible()
  answer.open()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your resume is confirmed' }),
  ).toBeVisible()
  expect(calls).toEqual(['POST'])
  await page.goto(link)
  await confirm.click()
  await expect(
    page.getByText('The link is not valid, has expired or was already used.'),
  ).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Submit your resume' }),
  ).toHaveAttribute('href', '/submit-resume')
  calls.length = 0
  await page.goto('/confirm-submission')
  await expect(page.getByText('There is no confirmation token in this link.')).toBeVisible()
  expect(calls).toEqual([])
})

test('RESUME-02 RESUME-04 RESUME-16 waits for the specialties, and offers the usual ones where they fail', async ({
  page,
}) => {
  const answer = gate()
  await page.route('**/api/specialties/counts', async (route) => {
    await answer.opened
    await route.abort()
  })
  await page.goto('/submit-resume')
  await expect(submit(page)).toBeDisabled()
  answer.open()
  await expect(page.getByText('Failed to load specialties')).toBeVisible()
  await expect(submit(page)).toBeEnabled()
  await page.getByRole('combobox', { name: 'Specialty' }).selectOption('Cardiology')
  await page.unroute('**/api/specialties/counts')
  await page.reload()
  await expect(submit(page)).toBeEnabled()
  await expect(page.getByText('Failed to load specialties')).toBeHidden()
})
