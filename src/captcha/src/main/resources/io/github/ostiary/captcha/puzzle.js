/* Searches for the number of a hash puzzle in a worker, or takes a service's answer: the element <ostiary-puzzle>. */
'use strict';
(function () {
  // One block of SHA-256 holds salt and number: what is before the number is written once.
  const K = new Int32Array(64), START = new Int32Array(8);
  for (let n = 2, i = 0; i < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) prime = prime && n % d !== 0;
    if (!prime) continue;
    if (i < 8) START[i] = (n ** 0.5 % 1) * 4294967296;
    K[i++] = (n ** (1 / 3) % 1) * 4294967296;
  }
  const W = new Int32Array(64), bytes = new Uint8Array(64);

  /* Whether the digest of the block in bytes begins with the wanted words; nearly always the first says no. */
  function matches(wanted) {
    for (let i = 0; i < 16; i++) {
      const at = 4 * i;
      W[i] = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
    }
    for (let i = 16; i < 64; i++) {
      const x = W[i - 15], y = W[i - 2];
      W[i] = W[i - 16] + W[i - 7] + ((x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3)
        + ((y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10) | 0;
    }
    let a = START[0], b = START[1], c = START[2], d = START[3];
    let e = START[4], f = START[5], g = START[6], h = START[7];
    for (let i = 0; i < 64; i++) {
      const t = h + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)) + (e & f ^ ~e & g) + K[i] + W[i] | 0;
      const u = ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)) + (a & b ^ a & c ^ b & c) | 0;
      h = g; g = f; f = e; e = d + t | 0; d = c; c = b; b = a; a = t + u | 0;
    }
    return (a + START[0] | 0) === wanted[0] && (b + START[1] | 0) === wanted[1] && (c + START[2] | 0) === wanted[2]
      && (d + START[3] | 0) === wanted[3] && (h + START[7] | 0) === wanted[7];
  }

  function search(puzzle, tell) {
    const salt = puzzle.salt, start = salt.length, wanted = new Int32Array(8);
    for (let i = 0; i < 8; i++) wanted[i] = parseInt(puzzle.challenge.slice(8 * i, 8 * i + 8), 16);
    for (let number = 0; number <= puzzle.maxnumber; number++) {
      const digits = String(number), length = start + digits.length;
      if (length > 55) return -1;
      bytes.fill(0);
      for (let i = 0; i < start; i++) bytes[i] = salt.charCodeAt(i);
      for (let i = 0; i < digits.length; i++) bytes[start + i] = digits.charCodeAt(i);
      bytes[length] = 128;
      bytes[62] = length >>> 5;
      bytes[63] = length << 3;
      if (matches(wanted)) return number;
      if (number % 32768 === 0) tell(number);
    }
    return -1;
  }

  if (typeof document === 'undefined') {
    self.onmessage = (event) => {
      const number = search(event.data, (tried) => self.postMessage({ tried }));
      self.postMessage({ number });
    };
    return;
  }

  const script = document.currentScript.src, place = script.slice(0, script.lastIndexOf('/') + 1);
  const TEXTS = {
    site: 'Please confirm that you are not a program.',
    begin: 'Checking that you are not a program. This takes some seconds.',
    part: 'Checking: {0} per cent.',
    done: 'Checked.',
    back: 'Checked. You are led back: please sign in once more.',
    failed: 'This could not be checked. Please try again.',
    again: 'Try again'
  };

  class Puzzle extends HTMLElement {
    connectedCallback() {
      if (this.bar) return;
      this.bar = document.createElement('progress');
      this.bar.max = 100;
      this.bar.setAttribute('aria-hidden', 'true');
      this.line = document.createElement('p');
      this.line.setAttribute('role', 'status');
      this.line.setAttribute('aria-live', 'polite');
      this.replaceChildren(this.bar, this.line);
      this.run();
    }

    disconnectedCallback() {
      if (this.worker) this.worker.terminate();
    }

    say(text, part) {
      const said = (this.dataset[text] || TEXTS[text]).replace('{0}', part);
      if (this.line.textContent !== said) this.line.textContent = said;
    }

    async run() {
      try {
        const ofSite = this.hasAttribute('site');
        this.bar.hidden = ofSite;
        this.say(ofSite ? 'site' : 'begin');
        await this.end(await (ofSite ? this.token() : this.payload()));
      } catch (failure) {
        this.fail();
      }
    }

    /* The answer of a service: of its widget, which stands before this element, or for the asking. */
    token() {
      return new Promise((found, failed) => {
        window.ostiarySolved = found;
        document.getElementById('ostiary-site').onerror = failed;
        if (this.getAttribute('site') !== 'asked') return;
        const { sitekey, action } = this.dataset;
        addEventListener('load', () => grecaptcha.ready(() => grecaptcha.execute(sitekey, { action }).then(found, failed)));
      });
    }

    async payload() {
      this.bar.value = 0;
      const puzzle = await this.puzzle();
      const number = await this.solve(puzzle);
      const { algorithm, challenge, salt, signature } = puzzle;
      return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
    }

    async puzzle() {
      const given = this.getAttribute('challenge');
      if (given) {
        this.removeAttribute('challenge');
        return JSON.parse(given);
      }
      const name = this.getAttribute('for');
      const answer = await fetch(place + 'puzzle' + (name ? '?for=' + encodeURIComponent(name) : ''), { cache: 'no-store' });
      if (!answer.ok) throw new Error(answer.status);
      return answer.json();
    }

    solve(puzzle) {
      return new Promise((found, failed) => {
        let heard = 0;
        this.worker = new Worker(script);
        this.worker.onerror = failed;
        this.worker.onmessage = ({ data }) => {
          if (data.tried === undefined) {
            this.worker.terminate();
            this.bar.value = 100;
            data.number < 0 ? failed(new Error('none')) : found(data.number);
            return;
          }
          const part = Math.floor(100 * data.tried / puzzle.maxnumber);
          this.bar.value = part;
          if (part >= heard + 25) {
            heard = part - part % 25;
            this.say('part', heard);
          }
        };
        this.worker.postMessage(puzzle);
      });
    }

    async end(payload) {
      if (!this.isConnected) return;
      const form = this.closest('form');
      this.setAttribute('solved', '');
      if (form) {
        const field = document.createElement('input');
        field.type = 'hidden';
        field.name = 'altcha';
        field.value = payload;
        this.append(field);
        this.say('done');
      } else {
        const answer = await fetch(place + 'pass?for=' + encodeURIComponent(this.getAttribute('for') || ''), { method: 'POST', headers: { 'Ostiary-Captcha': payload } });
        if (!answer.ok) throw new Error(answer.status);
        this.say('back');
        setTimeout(() => location.replace(this.form()), 600);
      }
      this.dispatchEvent(new CustomEvent('solved', { bubbles: true, detail: payload }));
    }

    /* The page with the form: where the denied request came from, if that is this site. */
    form() {
      const before = document.referrer;
      return this.getAttribute('back') || (before.startsWith(location.origin + '/') ? before : location.href);
    }

    fail() {
      this.removeAttribute('solved');
      this.say('failed');
      const again = document.createElement('button');
      again.type = 'button';
      again.textContent = this.dataset.again || TEXTS.again;
      again.onclick = () => {
        again.remove();
        this.hasAttribute('site') ? location.replace(this.form()) : this.run();
      };
      this.append(again);
    }
  }
  customElements.define('ostiary-puzzle', Puzzle);
})();
