// Likes and replies without leaving the page, and the countdown of the denied page.
// Everything works without this file as well, by plain forms.

/** As the server writes it: 42, 4:32, 1:04:32. */
const clockFace = seconds => seconds < 60 ? `${seconds}`
  : [seconds / 3600, seconds / 60 % 60, seconds % 60].map(Math.floor)
    .filter((part, i) => i > 0 || part > 0)
    .map((part, i) => i > 0 ? String(part).padStart(2, '0') : part).join(':');
const plural = seconds => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;

function toast(text, kind = 'info') {
  const note = document.createElement('p');
  note.className = `toast ${kind}`;
  note.textContent = text;
  document.getElementById('toasts').replaceChildren(note);
  setTimeout(() => note.remove(), 6000);
}

/** Counts down whole seconds by the clock, so that a sleeping tab wakes up with the right number. */
function countDown(seconds, tick, done) {
  const end = Date.now() + seconds * 1000;
  const timer = setInterval(step, 250);
  function step() {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    tick(left);
    if (left === 0) {
      clearInterval(timer);
      done();
    }
  }
  step();
}

/** Shows why a request was refused, from its problem+json, and keeps the button shut for as long as it says. */
async function refused(response, button) {
  const isProblem = (response.headers.get('Content-Type') ?? '').startsWith('application/problem+json');
  const problem = isProblem ? await response.json() : {};
  const seconds = problem.retryAfterSeconds ?? Number(response.headers.get('Retry-After') ?? 0);
  if (seconds > 0) {
    toast(`Not so fast! Try again in ${plural(seconds)}.`, 'warn');
    const label = button.title;
    button.disabled = true;
    countDown(seconds, left => { button.title = `Again in ${plural(left)}`; }, () => {
      button.disabled = false;
      button.title = label;
    });
  } else {
    toast(problem.detail ?? 'That did not work.', 'warn');
  }
}

const succeeded = {
  async like(form, button, response) {
    const { liked, likes } = await response.json();
    button.setAttribute('aria-pressed', liked);
    form.querySelector('output').textContent = likes;
  },
  async reply(form, button, response) {
    document.getElementById('posts').insertAdjacentHTML('beforeend', await response.text());
    form.reset();
    const left = /"reply";r=(\d+)/.exec(response.headers.get('RateLimit') ?? '');
    toast(left ? `Posted. ${left[1]} more right now.` : 'Posted.');
  },
};

document.addEventListener('submit', async event => {
  const form = event.target;
  const kind = form.dataset.fetch;
  if (!kind) {
    return;
  }
  event.preventDefault();
  const button = form.querySelector('button');
  if (button.disabled) {
    return;
  }
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/problem+json, application/json, text/html;q=0.5' },
      body: new URLSearchParams(new FormData(form)),
    });
    await (response.ok ? succeeded[kind](form, button, response) : refused(response, button));
  } catch {
    toast('The forum does not answer. Try again in a moment.', 'warn');
  }
});

document.addEventListener('change', event => {
  const file = event.target.type === 'file' ? event.target.files[0] : null;
  const tooLarge = file && file.size > 1048576;
  event.target.setCustomValidity?.(tooLarge ? 'At most one megabyte, please.' : '');
  event.target.reportValidity?.();
});

document.addEventListener('click', event => {
  if (event.target.dataset.again === 'back') {
    history.back();
  }
});

const clock = document.querySelector('.countdown');
if (clock) {
  const total = Number(clock.dataset.seconds);
  const ring = clock.querySelector('.left');
  const [number, unit] = clock.querySelectorAll('strong, span');
  const again = document.querySelector('[data-again]');
  again?.classList.add('waiting');
  countDown(total, left => {
    number.textContent = clockFace(left);
    unit.textContent = left >= 3600 ? 'hours' : left >= 60 ? 'minutes' : left === 1 ? 'second' : 'seconds';
    ring.setAttribute('stroke-dasharray', `${100 * left / total} 100`);
  }, () => {
    clock.classList.add('done');
    again?.classList.remove('waiting');
  });
}

const puzzle = document.querySelector('form ostiary-puzzle');
if (puzzle) {
  const button = puzzle.closest('form').querySelector('button.button');
  button.disabled = true;
  puzzle.addEventListener('solved', () => { button.disabled = false; });
}
